import { isolated } from '@portal/domain/shown-text'
import { previewInWords } from '@portal/domain/preview-words'
import type { ComparedPreview, ReleasePreview } from '@portal/contract/previews'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { Table } from '@portal/shared-ui/table'
import { useId, useState } from 'react'
import { previewsQuery, useEndPreview } from './release-queries.ts'
import { moverInWords } from './release-words.ts'
import styles from './releases-screen.module.css'
import { ReleaseErrors } from './release-errors.tsx'
import { releaseSentences } from './releases-sentences.ts'
import { useTimeFormat } from './use-time-format.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'
import { useNameOf } from '../shared/rights/admin-rights.ts'

const columns = [
  { title: 'Release' },
  { title: 'People' },
  { title: 'Ends' },
  { title: 'How it compares' },
  { title: 'Actions' },
]

/** The previews: people named by a team run a release before it is promoted. */
export function PreviewsSection({ remote }: { remote: string }) {
  const { call } = usePortal()
  const titleId = useId()
  const previews = useQuery(previewsQuery(call, remote))
  const [ending, setEnding] = useState<ComparedPreview>()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>Previews</h2>
      <p className={styles.note}>
        A team shows a release to people it names, before it is promoted. An admin among them runs
        it once an admin has approved it.
      </p>
      <QueryPanel query={previews} failure={releaseSentences.previewsFailed}>
        {(running) =>
          running.length === 0 ? (
            <p className={styles.soft}>No preview runs.</p>
          ) : (
            <>
              <Table label={`Previews of ${remote}`} columns={columns}>
                {running.map((preview) => (
                  <Row key={preview.id} preview={preview} onEnd={() => setEnding(preview)} />
                ))}
              </Table>
              {[...new Set(running.map(({ release }) => release))].map((release) => (
                <ReleaseErrors key={release} remote={remote} release={release} of="previews" />
              ))}
            </>
          )
        }
      </QueryPanel>
      {ending && <EndPreviewDialog preview={ending} onClose={() => setEnding(undefined)} />}
    </section>
  )
}

function Row({ preview, onEnd }: { preview: ComparedPreview; onEnd: () => void }) {
  const timeOf = useTimeFormat()
  const nameOf = useNameOf()
  const { release, people, createdAt, createdBy, expiresAt, comparison } = preview
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {release}
      </th>
      <td data-label="People">
        {people.map((email) => (
          <div key={email} className={styles.person}>
            {email}
          </div>
        ))}
      </td>
      <td data-label="Ends">
        {timeOf(expiresAt)}
        <div className={styles.soft}>
          started {timeOf(createdAt)} by {isolated(nameOf(moverInWords(createdBy)))}
        </div>
      </td>
      <td data-label="How it compares">
        <div className={styles.soft}>{previewInWords(comparison).join(' ')}</div>
      </td>
      <td>
        <Button aria-label={`End preview of ${release}`} onClick={onEnd}>
          End preview
        </Button>
      </td>
    </tr>
  )
}

type EndPreviewDialogProps = { preview: ReleasePreview; onClose: () => void }

function EndPreviewDialog({ preview, onClose }: EndPreviewDialogProps) {
  const { id, remote, release, people } = preview
  return (
    <WithdrawDialog
      verb="End preview"
      withdrawing={useEndPreview(remote)}
      id={id}
      done={releaseSentences.previewEnded(release)}
      onClose={onClose}
    >
      From their next page, {people.join(', ')} can’t run <strong>{release}</strong> by this link
      any more. The release stays, and its team can start another preview.
    </WithdrawDialog>
  )
}
