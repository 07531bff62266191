import type { PortalConfig } from '@portal/contract/portal'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import type { SignInWay } from './sign-in-way.ts'
import styles from './expired-dialog.module.css'
import { SignInForm } from './sign-in-form.tsx'

type ExpiredDialogProps = {
  config: PortalConfig
  signIn: (way: SignInWay) => Promise<void>
  onLeave: () => void
}

/**
 * Over the page, which keeps what was typed into it. Only signing in or leaving on purpose ends it: Esc, or a
 * tap beside it, would throw the page's unsaved words away.
 */
export function ExpiredDialog({ config, signIn, onLeave }: ExpiredDialogProps) {
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={() => {}}
      title="Please sign in again"
      size="small"
      footer={
        <Button variant="quiet" onClick={onLeave}>
          Sign out and leave this page
        </Button>
      }
    >
      <p className={styles.why}>
        Your session has ended. This page stays as it is; nothing you typed is lost.
      </p>
      <SignInForm config={config} signIn={signIn} />
    </Dialog>
  )
}
