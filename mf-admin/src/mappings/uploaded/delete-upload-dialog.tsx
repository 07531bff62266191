import type { UploadedPaper } from '@portal/contract/uploads'
import { usePortal } from '@portal/remote-kit/portal'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import bodyStyles from '../../shared/dialogs/dialog-body.module.css'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { errorMessage } from '../../shared/error-message.ts'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { useDeleteUpload } from './uploads-queries.ts'

type DeleteUploadDialogProps = { paper: UploadedPaper; onClose: () => void }

export function DeleteUploadDialog({ paper, onClose }: DeleteUploadDialogProps) {
  const { toast } = usePortal()
  const endRights = useEndRights()
  const remove = useDeleteUpload()
  const { document, slots } = paper
  const refused = remove.error
    ? (errorMessage(remove.error) ?? 'The paper could not be deleted. Please try again.')
    : undefined
  return (
    <ConfirmDialog
      open
      title={`Delete ${document.name}?`}
      verb="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(paper, {
          onSuccess: () => {
            toast('Paper deleted', { kind: 'good' })
            onClose()
          },
          onError: (error) => void endRights(error),
        })
      }
      onCancel={() => {
        if (!remove.isPending) onClose()
      }}
    >
      <div className={bodyStyles.body}>
        <RefusalBanner sentence={refused} />
        <p>
          {slots.length === 0
            ? 'No slot uses this paper.'
            : `Members will read that the paper of ${slots.map(({ title }) => title).join(', ')} isn’t in the portal.`}{' '}
          To take only its words back, withdraw its versions instead. This can’t be undone.
        </p>
      </div>
    </ConfirmDialog>
  )
}
