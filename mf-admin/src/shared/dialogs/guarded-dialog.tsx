import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { Dialog } from '@portal/shared-ui/dialog'
import { type ComponentProps, useState } from 'react'
import { LeaveGuard } from './leave-guard.tsx'

type GuardedDialogProps = Omit<ComponentProps<typeof Dialog>, 'open' | 'role'> & {
  /** Whether something was entered and not saved yet. */
  unsaved: boolean
  /** For the page behind the dialog: only one guard can be active at a time. */
  unsavedBehind?: boolean | undefined
  /** A save is in progress: the dialog waits for it. */
  busy: boolean
  /** What would be lost. */
  lost: string
  /** What happens when the page is left, if that differs. */
  left?: string | undefined
}

/** A dialog with a form: Esc, Close and a tap outside ask before they discard what was entered. */
export function GuardedDialog(props: GuardedDialogProps) {
  const {
    unsaved,
    unsavedBehind = false,
    busy,
    lost,
    left = lost,
    onClose,
    children,
    ...dialog
  } = props
  const [asking, setAsking] = useState(false)
  const close = () => {
    if (busy) return
    if (unsaved) setAsking(true)
    else onClose()
  }
  return (
    <Dialog {...dialog} open onClose={close}>
      {children}
      <ConfirmDialog
        open={asking}
        title="Discard your changes?"
        verb="Discard changes"
        danger
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        <p>{lost}</p>
      </ConfirmDialog>
      <LeaveGuard unsaved={unsaved || unsavedBehind}>{left}</LeaveGuard>
    </Dialog>
  )
}
