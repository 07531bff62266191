import { Button } from '@portal/shared-ui/button'
import { GoogleMark } from './google-mark.tsx'
import type { GoogleSignInProps } from './google-sign-in-props.ts'

/** Google's popup, which always asks which account to use. */
export function GoogleSignIn({ busy, onChoose }: GoogleSignInProps) {
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
