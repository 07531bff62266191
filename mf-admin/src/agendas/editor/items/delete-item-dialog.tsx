import { isolated } from '@portal/domain/shown-text'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'

type DeleteItemDialogProps = {
  /** The item's name; undefined while the dialog is closed. */
  name: string | undefined
  verb: 'Delete' | 'Remove'
  onConfirm: () => void
  onCancel: () => void
}

export function DeleteItemDialog({ name, verb, onConfirm, onCancel }: DeleteItemDialogProps) {
  return (
    <ConfirmDialog
      open={name !== undefined}
      title={`${verb} agenda item`}
      verb={`${verb} ${isolated(name ?? '')}`}
      danger
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        “{isolated(name)}” and its description leave the agenda. Members keep it until you save.
      </p>
    </ConfirmDialog>
  )
}
