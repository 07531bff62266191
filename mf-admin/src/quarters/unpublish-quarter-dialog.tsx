import type { Publication } from '@portal/contract/quarters'
import { quarterName } from '@portal/domain/quarter'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import bodyStyles from '../shared/dialogs/dialog-body.module.css'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { useChangePublication } from './use-change-publication.ts'

type UnpublishQuarterDialogProps = { publication: Publication; onClose: () => void }

export function UnpublishQuarterDialog({ publication, onClose }: UnpublishQuarterDialogProps) {
  const { to, busy, refused } = useChangePublication(publication, onClose)
  const name = quarterName(publication)
  return (
    <ConfirmDialog
      open
      title={`Put ${name} back in preparation?`}
      verb="Put back in preparation"
      danger
      busy={busy}
      onConfirm={() => to('preparation')}
      onCancel={() => {
        if (!busy) onClose()
      }}
    >
      <div className={bodyStyles.body}>
        <RefusalBanner sentence={refused} />
        <p>
          Members then see nothing of {name}: no agenda, no papers and no board book, at any
          address. Nothing is deleted, and their notes come back when you publish it again.
        </p>
      </div>
    </ConfirmDialog>
  )
}
