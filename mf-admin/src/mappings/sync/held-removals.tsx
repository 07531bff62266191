import { isolated } from '@portal/domain/shown-text'
import type { HeldRemovals as Held, SyncStatus } from '@portal/contract/sync'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { ListChecks, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import styles from './held-removals.module.css'
import { countedPapers, MissingPapers } from './missing-papers.tsx'
import { ActDialog } from '../../shared/dialogs/act-dialog.tsx'
import { useAct } from '../../shared/use-act.ts'
import { removalFailure, useConfirmRemovals } from './sync-queries.ts'

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

type RemovePapersDialogProps = { held: Held; onClose: () => void }

/** Lists every paper to be removed, and removes exactly those. */
function RemovePapersDialog({ held, onClose }: RemovePapersDialogProps) {
  const { config, toast } = usePortal()
  const [isChanged, setChanged] = useState(false)
  const { revision, total, since } = held
  const papers = countedPapers(total)
  const when = dateTimeText(since, config.foundation.timeZone)
  const removal = useAct(useConfirmRemovals(), {
    done: ({ removing }) => {
      toast(
        removing === undefined
          ? `${papers} removed. Members no longer see ${total === 1 ? 'it' : 'them'}.`
          : `Removing ${papers}. This continues if you leave the page.`,
        { kind: 'good', duration: 5000 },
      )
      onClose()
    },
    failure: (error) => {
      const failed = removalFailure(error)
      if (failed.kind === 'refused') return failed.sentence
      setChanged(failed.kind === 'changed')
      if (failed.kind === 'settled') {
        toast(failed.sentence, { kind: 'plain', duration: 10_000 })
        onClose()
      }
    },
  })

  return (
    <ActDialog
      of={removal}
      title={`Remove ${papers} from the portal?`}
      verb="Remove them"
      danger
      onConfirm={() => {
        setChanged(false)
        void removal.act(revision)
      }}
      onClose={onClose}
    >
      {isChanged && (
        <Banner kind="warn" icon={<TriangleAlert />} role="alert">
          The list has changed meanwhile, so nothing was removed. This is what the drive no longer
          has now.
        </Banner>
      )}
      <p>
        Missing from the drive since {when}. Removed papers leave every list and slot, for everyone.
        If the drive was moved or unmounted, cancel, bring it back and sync again: the papers stay
        as they are.
      </p>
      <MissingPapers held={held} />
    </ActDialog>
  )
}
