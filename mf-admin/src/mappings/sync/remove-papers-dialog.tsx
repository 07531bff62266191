import { dateTimeText } from '@portal/domain/time-text'
import type { HeldRemovals } from '@portal/contract/sync'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { ActDialog } from '../../shared/dialogs/act-dialog.tsx'
import { useAct } from '../../shared/use-act.ts'
import { countedPapers, MissingPapers } from './missing-papers.tsx'
import { removalFailure, useConfirmRemovals } from './sync-queries.ts'

type RemovePapersDialogProps = { held: HeldRemovals; onClose: () => void }

/** Lists every paper to be removed, and removes exactly those. */
export function RemovePapersDialog({ held, onClose }: RemovePapersDialogProps) {
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
