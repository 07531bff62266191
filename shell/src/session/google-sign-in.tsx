import { Button } from '@portal/shared-ui/button'
import { GoogleMark, type GoogleSignInProps, ProviderSignIn } from './google-sign-in-parts.tsx'

/** Google's popup, which always asks which account to use. */
export function GoogleSignIn(props: GoogleSignInProps) {
  const { config, busy, onChoose } = props
  if (config.identity.kind === 'portal') return <ProviderSignIn {...props} />
  const open = () => {
    allowGoogleScripts()
    onChoose({ kind: 'google' })
  }
  return (
    <Button icon={<GoogleMark />} busy={busy} onClick={open}>
      Sign in with Google
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
