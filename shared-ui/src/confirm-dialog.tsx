import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: string
  /** The action including its object: "Delete Maria Lopez". */
  verb: string
  danger?: boolean | undefined
  busy?: boolean | undefined
  children: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Asks for confirmation; the initial focus is on Cancel, so that Enter alone does no harm. It stays open while the
 * action is under way.
 */
export function ConfirmDialog({
  open,
  title,
  verb,
  danger = false,
  busy = false,
  children,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const close = () => {
    if (!busy) onCancel()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      size="small"
      role="alertdialog"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} disabled={busy} onClick={close}>
            Cancel
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
