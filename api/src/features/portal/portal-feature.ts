import type { Serve } from '../../platform/http/serve.ts'
import { forgetToken, getConfig, getPortal, syncToken } from '@portal/contract/portal'
import type { AppParts } from '../../platform/app-parts.ts'
import { deviceOf } from '../../platform/http/sign-in-origin.ts'
import { createSessionCookie } from '../../platform/http/session-cookie.ts'
import type { SignedIn } from '../../platform/http/signed-in.ts'
import type { RevokedSessions } from '../../platform/identity/revoked-sessions.ts'
import { createPortalService, type PortalParts } from './portal-service.ts'

export { portalConfigOf } from './portal-service.ts'
export type { PortalService } from './portal-service.ts'

type Parts = PortalParts & {
  signedIn: SignedIn
  revoked: Pick<RevokedSessions, 'endSignIn'>
}

export function createPortal({ settings, now }: AppParts, parts: Parts) {
  const { signedIn, revoked } = parts
  const service = createPortalService(parts)
  const cookie = createSessionCookie(settings.production)
  return {
    ...service,
    routes(serve: Serve) {
      serve(getConfig, () => service.config(), { cached: true })
      serve(
        getPortal,
        async ({ person, query }) => {
          const reply = await service.portal(person)
          return query.releases === 'brief' ? service.brief(reply) : reply
        },
        { cached: true },
      )
      serve(syncToken, async ({ c }) => {
        const { token, claims } = await signedIn.session(c)
        const seconds = Math.max(0, Math.floor(claims.expiresAt - now().getTime() / 1000))
        const expiresAt = new Date(claims.expiresAt * 1000).toISOString()
        return Response.json({ expiresAt }, { headers: cookie.keep(token, seconds) })
      })
      // Another site can send neither the header nor, cross-site, the cookie, so it can't sign anyone out.
      serve(forgetToken, async ({ c }) => {
        const device = deviceOf(c.req.header('user-agent'), c.req.query('touch') === '1')
        for (const signIn of await signedIn.signIns(c)) {
          await revoked.endSignIn(signIn, { email: signIn.email, device })
        }
        return new Response(null, { status: 204, headers: cookie.clear() })
      })
    },
  }
}
