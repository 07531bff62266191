import type { PortalConfig } from '@portal/contract/portal'
import { Button } from '@portal/shared-ui/button'
import { LogIn } from 'lucide-react'
import type { SignInMethod } from './identity.ts'

/** The props of both variants of Google's sign-in: the popup, and the embedded chooser. */
export type GoogleSignInProps = {
  config: PortalConfig
  busy: boolean
  onChoose: (method: SignInMethod) => void
  /** Called when the chooser is closed without a choice. The popup rejects the sign-in instead. */
  onCancel: () => void
}

/** The popup of the OpenID provider of a portal that signs people in itself, if it has one. */
export function ProviderSignIn({
  config,
  busy,
  onChoose,
}: Pick<GoogleSignInProps, 'config' | 'busy' | 'onChoose'>) {
  const { providerName: name } = config.identity
  if (name === undefined) return null
  return (
    <Button
      icon={name === 'Google' ? <GoogleMark /> : <LogIn />}
      busy={busy}
      onClick={() => onChoose({ kind: 'google' })}
    >
      Sign in with {name}
    </Button>
  )
}

/** Google's logo in one color, so that it keeps the page's contrast in both schemes. */
export function GoogleMark() {
  return (
    <svg className="lucide" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="currentColor"
        d="M12 10.2v3.9h5.5a4.9 4.9 0 0 1-2 3.1l3.1 2.4c1.9-1.7 2.9-4.2 2.9-7.2 0-.8-.1-1.5-.2-2.2H12Zm-6.4 3.4-.7.5-2.5 1.9A9.9 9.9 0 0 0 12 21.9c2.7 0 4.9-.9 6.6-2.3l-3.1-2.4a6 6 0 0 1-9.9-3.6ZM2.4 8A9.9 9.9 0 0 0 2.4 16l3.2-2.4a5.9 5.9 0 0 1 0-3.3L2.4 8ZM12 6c1.5 0 2.8.5 3.8 1.5l2.8-2.8A9.9 9.9 0 0 0 2.4 8l3.2 2.4A5.9 5.9 0 0 1 12 6Z"
      />
    </svg>
  )
}
