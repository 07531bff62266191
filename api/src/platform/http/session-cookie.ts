import { generateCookie } from 'hono/cookie'

/** The name that Firebase Hosting passes on. */
export const sessionCookie = '__session'

/** `private`, because Firebase Hosting strips cookies from all other responses. */
const uncached = 'private, no-store'

/** RFC 6265bis: browsers keep no cookie for longer than 400 days. In seconds. */
const longest = 400 * 86_400

export type SessionCookie = {
  /** Keeps a token, for some seconds. */
  keep: (token: string, seconds: number) => Record<string, string>
  /** Clears it, and the browser’s HTTP cache: its responses would remain for the next person on this device. */
  clear: () => Record<string, string>
}

/** The headers that set the cookie; it authenticates images, downloads and the first paint, never a write. */
export function createSessionCookie(production: boolean): SessionCookie {
  const cookie = (token: string, maxAge: number) =>
    generateCookie(sessionCookie, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: production,
      maxAge: Math.min(maxAge, longest),
    })
  return {
    keep: (token, seconds) => ({
      'cache-control': uncached,
      'set-cookie': cookie(token, seconds),
    }),
    clear: () => ({
      'cache-control': uncached,
      'set-cookie': cookie('', 0),
      'clear-site-data': '"cache"',
    }),
  }
}
