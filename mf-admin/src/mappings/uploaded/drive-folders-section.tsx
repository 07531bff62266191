import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Card } from '@portal/shared-ui/card'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Switch } from '@portal/shared-ui/switch'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { errorMessage } from '../../shared/error-message.ts'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { foldersQuery, useSwitchFolder } from './uploads-queries.ts'
import styles from './uploads-screen.module.css'

/** Which folders of the drive members see in Documents and in the search. */
export function DriveFoldersSection() {
  const { call } = usePortal()
  const folders = useQuery(foldersQuery(call))
  const change = useSwitchFolder()
  const endRights = useEndRights()
  const refused = change.error
    ? (errorMessage(change.error) ?? 'The folder could not be switched. Please try again.')
    : undefined
  return (
    <section aria-labelledby="drive-folders">
      <h2 id="drive-folders">Folders of the drive</h2>
      <p className={styles.about}>
        Members find papers of open folders in Documents and in the search, unless only hidden slots
        hold them. A paper in a published slot is seen whatever its folder is.
      </p>
      <RefusalBanner sentence={refused} />
      <QueryPanel
        query={folders}
        failure="Failed to load the folders"
        skeleton={<Skeleton height="12rem" label="Loading the folders" />}
      >
        {({ folders: all, revision }) => (
          <ul className={styles.folders} aria-label="Folders of the drive">
            {all.map(({ folder, closed, papers }) => (
              <Card as="li" key={folder} className={styles.row}>
                <div className={styles.what}>
                  {folder === '' ? 'The drive’s own folder' : folder}
                  <p className={styles.facts}>
                    {papers === 1 ? '1 paper' : `${papers} papers`},{' '}
                    {closed ? 'closed to members' : 'open to members'}
                  </p>
                </div>
                <Switch
                  label={`Show ${folder === '' ? 'the drive’s own folder' : folder} to members`}
                  checked={!closed}
                  onChange={(isOpen) => {
                    if (change.isPending) return
                    change.mutate(
                      { folder, closed: !isOpen, revision },
                      { onError: (error) => void endRights(error) },
                    )
                  }}
                />
              </Card>
            ))}
          </ul>
        )}
      </QueryPanel>
    </section>
  )
}
