import { Button } from '@portal/shared-ui/button'
import { LogIn } from 'lucide-react'
import { GoogleMark, type GoogleSignInProps } from './google-sign-in-parts.tsx'

/** Google's popup, which always asks which account to use, or the popup of the portal's own OpenID provider. */
export function GoogleSignIn({ config, busy, onChoose }: GoogleSignInProps) {
  const { kind, providerName } = config.identity
  const open = () => {
    if (kind !== 'portal') allowGoogleScripts()
    onChoose({ kind: 'google' })
  }
  const name = kind === 'portal' ? providerName : 'Google'
  if (name === undefined) return null
  return (
    <Button icon={name === 'Google' ? <GoogleMark /> : <LogIn />} busy={busy} onClick={open}>
      Sign in with {name}
    </Button>
  )
}

let allowed = false

/**
 * The SDK adds Google's loader as plain text; Trusted Types requires a policy for that, limited to
 * that host.
 */
function allowGoogleScripts() {
  if (allowed) return
  allowed = true
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (url.startsWith('https://apis.google.com/') ? url : null),
  })
}
