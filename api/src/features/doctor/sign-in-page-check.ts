import { request } from './http-request.ts'
import { type Check, CheckFailure } from './finding.ts'

/** `origin`: https and `FIREBASE_AUTH_DOMAIN`. */
type Options = { origin: string }

/** Opens the page to which Google returns people after sign-in. */
export function signInPageCheck({ origin }: Options): Check {
  const { host } = new URL(origin)
  return {
    part: 'sign-in-page',
    async run() {
      const response = await request(new URL('/__/auth/handler', origin))
      const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
      if (response.status === 200 && isPage) return `${host} serves the sign-in pages`
      throw new CheckFailure(
        `${host}/__/auth/handler returned ${response.status} and no sign-in page. FIREBASE_AUTH_DOMAIN must be the project’s own domain, or an address that Firebase Hosting serves.`,
      )
    },
  }
}
