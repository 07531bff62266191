import { ask } from './ask.ts'
import { type Check, Wrong } from './finding.ts'

/** `origin`: of `FIREBASE_AUTH_DOMAIN`, https. */
type Options = { origin: string }

/** Opens the page that Google sends people back to when they sign in. */
export function signInPageCheck({ origin }: Options): Check {
  const { host } = new URL(origin)
  return {
    part: 'sign-in-page',
    async look() {
      const response = await ask(new URL('/__/auth/handler', origin))
      const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
      if (response.status === 200 && isPage) return `${host} has the sign-in’s pages`
      throw new Wrong(
        `${host}/__/auth/handler answered ${response.status} and no sign-in page: FIREBASE_AUTH_DOMAIN must be the project’s own domain, or an address that Firebase Hosting serves.`,
      )
    },
  }
}
