import { forgetToken, getConfig, getPortal, syncToken } from '@portal/contract/portal'
import type { AppParts } from '../app-parts.ts'
import { sessionCookie, type SignedIn } from '../http/signed-in.ts'
import type { RevokedSessions } from '../identity/revoked-sessions.ts'
import { createPortalService, type PortalParts, type PortalService } from './portal-service.ts'

/** `private`, because Firebase Hosting strips cookies from all other responses. */
const uncached = 'private, no-store'

type Needs = PortalParts & {
  signedIn: SignedIn
  revoked: Pick<RevokedSessions, 'endSignIn'>
}

export function mountPortal({ serve, settings, now }: AppParts, needs: Needs): PortalService {
  const { signedIn, revoked } = needs
  const { production } = settings
  const service = createPortalService(needs)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${production ? '; Secure' : ''}`

  serve.everyone(getConfig, () => service.config(), { cached: true })
  serve(getPortal, ({ person }) => service.portal(person), { cached: true })

  // The cookie authenticates images, downloads and the first paint; writes need the bearer token.
  serve(syncToken, async ({ c }) => {
    const { token, claims } = await signedIn.session(c)
    const seconds = Math.max(0, Math.floor(claims.expiresAt - now().getTime() / 1000))
    const body = JSON.stringify({ expiresAt: new Date(claims.expiresAt * 1000).toISOString() })
    return new Response(body, {
      headers: {
        'content-type': 'application/json',
        'cache-control': uncached,
        'set-cookie': `${sessionCookie}=${token}; ${attributes}; Max-Age=${seconds}`,
      },
    })
  })
  // Another site can send neither the header nor, cross-site, the cookie, so it can't sign anyone out.
  serve.everyone(forgetToken, async ({ c }) => {
    for (const signIn of await signedIn.signIns(c)) await revoked.endSignIn(signIn)
    return new Response(null, {
      status: 204,
      headers: {
        'cache-control': uncached,
        'set-cookie': `${sessionCookie}=; ${attributes}; Max-Age=0`,
        // Otherwise cached responses would remain for the next person on this device.
        'clear-site-data': '"cache"',
      },
    })
  })
  return service
}
