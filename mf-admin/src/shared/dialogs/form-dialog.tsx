import { Button } from '@portal/shared-ui/button'
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { useCurrentRefusal } from '../api-errors.ts'
import bodyStyles from './dialog-body.module.css'
import { GuardedDialog } from './guarded-dialog.tsx'
import { RefusalBanner } from './refusal-banner.tsx'

type FormDialogProps = {
  title: string
  /** The label of the confirming button: "Save Changes", "Deny 1.2.0-3f2a". */
  verb: string
  /** The focus then starts on Cancel. */
  danger?: boolean
  /** There are unsaved changes. */
  unsaved: boolean
  /** Whether the page behind has unsaved changes too. */
  unsavedBehind?: boolean | undefined
  busy: boolean
  /** Nothing can be saved yet. */
  disabled?: boolean
  /** Why the last attempt failed; it is shown until something is changed. */
  refused?: string | undefined
  /** What would be lost, unless it is what was typed. */
  lost?: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: Enter and its button save it once, and it stays open while it is being saved. */
export function FormDialog(props: FormDialogProps) {
  const { title, verb, danger = false, unsaved, busy, disabled = false, refused } = props
  const { onSubmit, onClose, children } = props
  const { lost = 'What you typed has not been saved. It is lost if you continue.' } = props
  const formId = useId()
  const [changes, setChanges] = useState(0)
  const refusal = useCurrentRefusal(refused, [changes])
  const cancel = useRef<HTMLButtonElement>(null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // React's event would bubble to a form that the dialog is opened from, which would be submitted too.
    event.stopPropagation()
    if (!busy && !disabled) onSubmit()
  }
  return (
    <GuardedDialog
      title={title}
      unsaved={unsaved}
      unsavedBehind={props.unsavedBehind}
      busy={busy}
      lost={lost}
      initialFocus={danger ? cancel : undefined}
      onClose={onClose}
      footer={
        <>
          <Button ref={cancel} disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={disabled}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={bodyStyles.body}
        onSubmit={submit}
        onChange={() => setChanges((count) => count + 1)}
        noValidate
      >
        <RefusalBanner sentence={refusal} />
        {children}
      </form>
    </GuardedDialog>
  )
}
