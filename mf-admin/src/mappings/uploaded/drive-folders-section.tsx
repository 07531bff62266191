import { counted } from '@portal/domain/counted'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Card } from '@portal/shared-ui/card'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Switch } from '@portal/shared-ui/switch'
import { useFolderSwitch } from './use-folder-switch.ts'
import { foldersQuery } from './uploads-queries.ts'
import styles from './uploads-screen.module.css'

/** Which folders of the drive members see in Documents and in the search. */
export function DriveFoldersSection() {
  const { call } = usePortal()
  const folders = useQuery(foldersQuery(call))
  const switchFolder = useFolderSwitch()
  return (
    <section aria-labelledby="drive-folders" className={styles.drive}>
      <h2 id="drive-folders">Folders of the drive</h2>
      <p className={styles.about}>
        Members find papers of open folders in Documents and in the search, unless only hidden slots
        hold them. A paper in a published slot is seen whatever its folder is.
      </p>
      <QueryPanel
        query={folders}
        failure="Failed to load the folders"
        skeleton={<Skeleton height="12rem" label="Loading the folders" />}
      >
        {({ folders: all, revision }) => (
          <Card flush>
            <ul className={styles.folders} aria-label="Folders of the drive">
              {all.map(({ folder, closed, papers }) => (
                <li key={folder} className={styles.folder}>
                  <div className={styles.what}>
                    {folder === '' ? 'The drive’s own folder' : folder}
                    <p className={styles.facts}>
                      {counted(papers, 'paper')}, {closed ? 'closed to members' : 'open to members'}
                    </p>
                  </div>
                  <Switch
                    label={`Show ${folder === '' ? 'the drive’s own folder' : folder} to members`}
                    checked={!closed}
                    onChange={(isOpen) => void switchFolder({ folder, closed: !isOpen, revision })}
                  />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </QueryPanel>
    </section>
  )
}
