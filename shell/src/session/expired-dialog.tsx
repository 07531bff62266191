import type { PortalConfig } from '@portal/contract/portal'
import { Dialog } from '@portal/shared-ui/dialog'
import type { SignInWay } from './firebase.ts'
import styles from './expired-dialog.module.css'
import { SignInForm } from './sign-in-form.tsx'

type ExpiredDialogProps = {
  config: PortalConfig
  signIn: (way: SignInWay) => Promise<void>
  onLeave: () => void
}

/** Over the page, which keeps what was typed into it. Closing it means to leave. */
export function ExpiredDialog({ config, signIn, onLeave }: ExpiredDialogProps) {
  return (
    <Dialog open onClose={onLeave} title="Please sign in again" size="small">
      <p className={styles.why}>
        Your session has ended. This page stays as it is; nothing you typed is lost.
      </p>
      <SignInForm config={config} signIn={signIn} />
    </Dialog>
  )
}
