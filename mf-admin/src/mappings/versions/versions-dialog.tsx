import { isolated } from '@portal/domain/shown-text'
import type { VersionsPage } from '@portal/contract/paper-versions'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { FileUp, ListPlus } from 'lucide-react'
import { useState } from 'react'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { errorMessage } from '../../shared/error-message.ts'
import { ReplaceDialog } from './replace-dialog.tsx'
import { useMoreVersions, versionsQuery } from './version-queries.ts'
import { VersionRow } from './version-row.tsx'
import { mappedText } from './version-words.ts'
import styles from './versions-dialog.module.css'
import { WithdrawDialog } from './withdraw-dialog.tsx'

type Paper = { id: string; name: string }
type VersionsDialogProps = { paper: Paper; onClose: () => void }

/** Every version of a paper, newest first, and its slots. */
export function VersionsDialog({ paper, onClose }: VersionsDialogProps) {
  const { call } = usePortal()
  const versions = useQuery(versionsQuery(call, paper.id))
  return (
    <Dialog open title={`Versions of ${isolated(paper.name)}`} onClose={onClose}>
      <QueryPanel
        query={versions}
        failure="Failed to load versions"
        skeleton={<Skeleton height="12rem" label="Loading the versions" />}
      >
        {(page) => <Versions paper={paper} page={page} />}
      </QueryPanel>
    </Dialog>
  )
}

function Versions({ paper, page }: { paper: Paper; page: VersionsPage }) {
  const { config } = usePortal()
  const { timeZone } = config.foundation
  const more = useMoreVersions(paper.id)
  const [withdrawn, setWithdrawn] = useState<number>()
  const [isReplacing, setReplacing] = useState(false)
  const { versions, shown, next, mapped = [] } = page
  return (
    <>
      <ul className={styles.mapped}>
        {mapped.map((slot) => (
          <li key={slot.id}>{mappedText(slot, timeZone)}</li>
        ))}
      </ul>
      <Button icon={<FileUp />} onClick={() => setReplacing(true)}>
        Replace file
      </Button>
      <ol className={styles.versions}>
        {versions.map((version) => (
          <VersionRow
            key={version.number}
            paper={paper}
            version={version}
            isShown={version.number === shown}
            onWithdraw={() => setWithdrawn(version.number)}
          />
        ))}
      </ol>
      {more.error && (
        <RefusalBanner sentence={errorMessage(more.error) ?? 'Failed to load older versions'} />
      )}
      {next !== undefined && (
        <Button icon={<ListPlus />} busy={more.isPending} onClick={() => more.mutate(next)}>
          Show older versions
        </Button>
      )}
      {isReplacing && <ReplaceDialog paper={paper} onClose={() => setReplacing(false)} />}
      {withdrawn !== undefined && (
        <WithdrawDialog
          paper={paper}
          page={page}
          number={withdrawn}
          onClose={() => setWithdrawn(undefined)}
        />
      )}
    </>
  )
}
