import type { PortalConfig } from '@portal/contract/portal'
import type { SignInWay } from './sign-in-way.ts'

/** What either way of Google's sign-in is handed: the popup, or the embedded chooser. */
export type GoogleSignInProps = {
  config: PortalConfig
  busy: boolean
  onChoose: (way: SignInWay) => void
}
