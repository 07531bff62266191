import type { PortalConfig } from '@portal/contract/portal'
import type { SignInMethod } from './sign-in-method.ts'

/** The props of both variants of Google's sign-in: the popup, and the embedded chooser. */
export type GoogleSignInProps = {
  config: PortalConfig
  busy: boolean
  onChoose: (method: SignInMethod) => void
  /** The chooser was closed without a choice. The popup rejects the sign-in instead. */
  onCancel: () => void
}
