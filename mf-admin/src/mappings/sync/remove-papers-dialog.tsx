import { dateTimeText } from '@portal/domain/time-text'
import type { HeldRemovals } from '@portal/contract/sync'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import bodyStyles from '../../shared/dialogs/dialog-body.module.css'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { countedPapers, MissingPapers } from './missing-papers.tsx'
import { type RemovalFailure, removalFailure, useConfirmRemovals } from './sync-queries.ts'

type RemovePapersDialogProps = { held: HeldRemovals; onClose: () => void }

/** Lists every paper to be removed, and removes exactly those. */
export function RemovePapersDialog({ held, onClose }: RemovePapersDialogProps) {
  const { config, toast } = usePortal()
  const confirm = useConfirmRemovals()
  const endRights = useEndRights()
  const [failure, setFailure] = useState<RemovalFailure>()
  const { revision, total, since } = held
  const papers = countedPapers(total)
  const when = dateTimeText(since, config.foundation.timeZone)

  const remove = async () => {
    if (confirm.isPending) return
    setFailure(undefined)
    try {
      const { removing } = await confirm.mutateAsync(revision)
      toast(
        removing === undefined
          ? `${papers} removed. Members no longer see ${total === 1 ? 'it' : 'them'}.`
          : `Removing ${papers}. This continues if you leave the page.`,
        { kind: 'good', duration: 5000 },
      )
      onClose()
    } catch (error) {
      if (endRights(error)) return
      const failed = removalFailure(error)
      if (failed.kind === 'settled') {
        toast(failed.sentence, { kind: 'plain', duration: 10_000 })
        onClose()
      } else setFailure(failed)
    }
  }

  return (
    <ConfirmDialog
      open
      title={`Remove ${papers} from the portal?`}
      verb="Remove them"
      danger
      busy={confirm.isPending}
      onConfirm={() => void remove()}
      onCancel={() => {
        if (!confirm.isPending) onClose()
      }}
    >
      <div className={bodyStyles.body}>
        {failure?.kind === 'changed' && (
          <Banner kind="warn" icon={<TriangleAlert />} role="alert">
            The list has changed meanwhile, so nothing was removed. This is what the drive no longer
            has now.
          </Banner>
        )}
        <RefusalBanner sentence={failure?.kind === 'refused' ? failure.sentence : undefined} />
        <p>
          Missing from the drive since {when}. Removed papers leave every list and slot, for
          everyone. If the drive was moved or unmounted, cancel, bring it back and sync again: the
          papers stay as they are.
        </p>
        <MissingPapers held={held} />
      </div>
    </ConfirmDialog>
  )
}
