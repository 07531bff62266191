import { isolated } from '@portal/domain/shown-text'
import type { HeldRemovals as Held, SyncStatus } from '@portal/contract/sync'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { ListChecks, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import styles from './held-removals.module.css'
import { countedPapers } from './missing-papers.tsx'
import { RemovePapersDialog } from './remove-papers-dialog.tsx'

/** Names in the banner itself; the dialog has them all. */
const named = 3

/** Names the papers that are missing from the drive, and offers to remove them. Shows nothing while none are missing. */
export function HeldRemovals({ status }: { status: SyncStatus | undefined }) {
  const { held, removing, documents = 0 } = status ?? {}
  return (
    <div role="status" className={held || removing ? styles.notice : undefined}>
      {removing !== undefined && <Banner kind="plain">Removing {countedPapers(removing)}…</Banner>}
      {held && <HeldNotice held={held} documents={documents} />}
    </div>
  )
}

function HeldNotice({ held, documents }: { held: Held; documents: number }) {
  const [isOpen, setOpen] = useState(false)
  const { total } = held
  return (
    <Banner kind="warn" icon={<TriangleAlert />}>
      <div className={styles.words}>
        <p>
          <strong>
            The drive no longer has {total} of {countedPapers(documents)}.
          </strong>{' '}
          Nothing was removed: members still see {total === 1 ? 'it' : 'them'}.
        </p>
        <p>{inShort(held)}</p>
        <p>If the drive was moved or unmounted, bring it back and sync again.</p>
        <Button icon={<ListChecks />} onClick={() => setOpen(true)}>
          {total === 1 ? 'Review the paper' : 'Review the papers'}
        </Button>
      </div>
      {isOpen && <RemovePapersDialog held={held} onClose={() => setOpen(false)} />}
    </Banner>
  )
}

/** The first names, and why a confirmation is needed. */
function inShort({ papers, total, reason }: Held): string {
  const names = papers.slice(0, named).map(({ name }) => `“${isolated(name)}”`)
  const rest = total - names.length
  const all = rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ')
  const coming = papers.filter(({ slots }) => slots.some((slot) => slot.coming)).length
  if (reason !== 'comingMeeting' || coming === 0) return `Missing: ${all}.`
  return `Missing: ${all}. ${subjectOf(coming, total)} mapped to the coming meeting.`
}

function subjectOf(count: number, total: number): string {
  if (total === 1) return 'It is'
  if (count === total) return 'All of them are'
  return count === 1 ? 'One of them is' : `${count} of them are`
}
