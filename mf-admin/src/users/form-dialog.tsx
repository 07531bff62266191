import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { type ReactNode, type SubmitEvent, useId } from 'react'
import styles from './user-dialogs.module.css'

type FormDialogProps = {
  title: string
  verb: string
  busy: boolean
  /** Nothing can be saved yet. */
  disabled?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: Enter and its button save it once, and it stays open while it is being saved. */
export function FormDialog(props: FormDialogProps) {
  const { title, verb, busy, disabled = false, onSubmit, onClose, children } = props
  const formId = useId()
  const close = () => {
    if (!busy) onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy && !disabled) onSubmit()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} disabled={disabled}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.body} onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
