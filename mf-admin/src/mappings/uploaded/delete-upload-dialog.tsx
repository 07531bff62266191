import { isolated } from '@portal/domain/shown-text'
import type { UploadedPaper } from '@portal/contract/uploads'
import { usePortal } from '@portal/remote-kit/portal'
import { ActDialog } from '../../shared/dialogs/act-dialog.tsx'
import { errorMessage } from '../../shared/error-message.ts'
import { useAct } from '../../shared/use-act.ts'
import { useDeleteUpload } from './uploads-queries.ts'

type DeleteUploadDialogProps = { paper: UploadedPaper; onClose: () => void }

export function DeleteUploadDialog({ paper, onClose }: DeleteUploadDialogProps) {
  const { toast } = usePortal()
  const deletion = useAct(useDeleteUpload(), {
    done: () => {
      toast('Paper deleted', { kind: 'good' })
      onClose()
    },
    failure: (error) => errorMessage(error) ?? 'The paper could not be deleted. Please try again.',
  })
  const { document, slots } = paper
  return (
    <ActDialog
      of={deletion}
      title={`Delete ${isolated(document.name)}?`}
      verb="Delete"
      danger
      onConfirm={() => void deletion.act(paper)}
      onClose={onClose}
    >
      <p>
        {slots.length === 0
          ? 'No slot uses this paper.'
          : `Members will read that the paper of ${slots.map(({ title }) => isolated(title)).join(', ')} isn’t in the portal.`}{' '}
        To take only its words back, withdraw its versions instead. This can’t be undone.
      </p>
    </ActDialog>
  )
}
