import { endAllSignIns, endSignIn, listSignIns } from '@portal/contract/sign-ins'
import type { AppParts } from '../app-parts.ts'
import { createSessionCookie } from '../http/session-cookie.ts'
import type { SignInsService } from './sign-ins-service.ts'

export function mountSignIns({ serve, settings }: AppParts, signIns: SignInsService): void {
  const cookie = createSessionCookie(settings.production)
  serve(listSignIns, ({ person, c }) => signIns.list(person, c.get('request').caller!))
  serve(endSignIn, async ({ person, params }) => {
    await signIns.end(person, params.id)
    return undefined
  })
  serve(endAllSignIns, async ({ person }) => {
    await signIns.endAll(person)
    return new Response(null, { status: 204, headers: cookie.clear() })
  })
}
