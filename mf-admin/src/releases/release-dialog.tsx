import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useId, useRef } from 'react'
import { GuardedDialog } from '../guarded-dialog.tsx'
import styles from './release-dialog.module.css'

type ReleaseDialogProps = {
  title: string
  /** What confirming does, with its object: "Deny 1.2.0-3f2a". */
  verb: string
  /** The focus then starts on Cancel. */
  danger?: boolean
  /** Something was typed and not sent yet. */
  unsaved: boolean
  busy: boolean
  /** Nothing can be sent yet. */
  disabled?: boolean
  /** Why the last try came to nothing. */
  refused?: string | undefined
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A change of releases in a dialog: it names the thing and the verb, and is sent once. */
export function ReleaseDialog(props: ReleaseDialogProps) {
  const { title, verb, danger = false, unsaved, busy, disabled = false, refused } = props
  const { onSubmit, onClose, children } = props
  const formId = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy && !disabled) onSubmit()
  }
  return (
    <GuardedDialog
      title={title}
      unsaved={unsaved}
      busy={busy}
      lost="What you typed has not been sent. It is lost when you go on."
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
      <form id={formId} className={styles.body} onSubmit={submit} noValidate>
        {refused !== undefined && (
          <Banner kind="bad" icon={<CircleAlert />} role="alert">
            {refused}
          </Banner>
        )}
        {children}
      </form>
    </GuardedDialog>
  )
}
