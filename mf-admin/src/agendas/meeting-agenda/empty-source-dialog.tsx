import { type Quarter, quarterName } from '@portal/domain/quarter'
import { Link } from '@portal/remote-kit/router'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { adminPaths } from '../../admin-paths.ts'

type EmptySourceDialogProps = {
  open: boolean
  quarter: Quarter
  /** Members see the native agenda now. */
  losesAgenda: boolean
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before the source returns to the drive while nothing is mapped there. */
export function EmptySourceDialog({ quarter, losesAgenda, ...dialog }: EmptySourceDialogProps) {
  const named = quarterName(quarter)
  return (
    <ConfirmDialog
      {...dialog}
      title={
        losesAgenda
          ? `Take the agenda of ${named} from members?`
          : `Leave ${named} without an agenda?`
      }
      verb="Change to the Drive document"
      danger={losesAgenda}
    >
      <p>
        No document is mapped as the agenda of {named}.{' '}
        {losesAgenda
          ? 'Members see the native agenda now, and would lose it.'
          : 'Members would see no agenda until one is mapped or the native agenda is published.'}
      </p>
      <p>
        <Link to={adminPaths.mappings(quarter)}>Map a document first</Link>
      </p>
    </ConfirmDialog>
  )
}
