import type { PortalConfig } from '@portal/contract/portal'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import type { SecondStep } from './second-step.ts'
import type { SignInMethod } from './identity.ts'
import styles from './expired-dialog.module.css'
import { SignInForm } from './sign-in-form.tsx'

export type ExpiredDialogProps = {
  config: PortalConfig
  /** Why the session has ended, if the API said so. */
  notice?: string | undefined
  /** The reader's address. */
  email?: string | undefined
  signIn: (method: SignInMethod) => Promise<SecondStep | undefined>
  onLeave: () => void
}

/**
 * Hides the page, which keeps what was typed. Only signing in or deliberately leaving closes it:
 * with Esc, or a tap outside, the page's unsaved text would be lost.
 */
export function ExpiredDialog({ config, notice, email, signIn, onLeave }: ExpiredDialogProps) {
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={() => {}}
      title="Please sign in again"
      size="small"
      hidesPage
      footer={
        <Button variant="quiet" onClick={onLeave}>
          Sign out and leave this page
        </Button>
      }
    >
      <p className={styles.why}>
        {notice ?? 'Your session has ended.'} This page stays as it is; nothing you typed is lost.
      </p>
      <SignInForm config={config} knownEmail={email} signIn={signIn} />
    </Dialog>
  )
}
