import { Button } from '@portal/shared-ui/button'
import { type ReactNode, type SubmitEvent, useId } from 'react'
import { GuardedDialog } from '../guarded-dialog.tsx'
import styles from './user-dialogs.module.css'

type FormDialogProps = {
  title: string
  verb: string
  /** Something was typed and not saved yet. */
  unsaved: boolean
  busy: boolean
  /** Nothing can be saved yet. */
  disabled?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: Enter and its button save it once, and it stays open while it is being saved. */
export function FormDialog(props: FormDialogProps) {
  const { title, verb, unsaved, busy, disabled = false, onSubmit, onClose, children } = props
  const formId = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy && !disabled) onSubmit()
  }
  return (
    <GuardedDialog
      title={title}
      unsaved={unsaved}
      busy={busy}
      lost="What you typed has not been saved. It is lost when you go on."
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} disabled={disabled}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.body} onSubmit={submit} noValidate>
        {children}
      </form>
    </GuardedDialog>
  )
}
