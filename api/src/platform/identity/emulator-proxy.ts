import type { Context } from 'hono'
import { limitedBody } from '../http/body.ts'
import { addressOf, rateLimit } from '../http/limits.ts'
import type { ServePlain } from '../http/plain-route.ts'
import type { AppEnv } from '../http/request-context.ts'
import { Refusal } from '../../refusal.ts'

/**
 * The calls that the browser's SDK makes to sign in, and to set up a second factor. Nothing else is reachable: neither
 * sign-up, changing or deleting accounts, e-mail codes and admin calls, nor any other path.
 */
const calls = [
  ['POST', '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'],
  ['POST', '/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp'],
  ['POST', '/identitytoolkit.googleapis.com/v1/accounts:lookup'],
  ['POST', '/identitytoolkit.googleapis.com/v1/accounts:createAuthUri'],
  ['POST', '/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start'],
  ['POST', '/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:finalize'],
  ['POST', '/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize'],
  ['GET', '/identitytoolkit.googleapis.com/v1/projects'],
  ['GET', '/identitytoolkit.googleapis.com/v1/recaptchaParams'],
  ['GET', '/identitytoolkit.googleapis.com/v2/recaptchaConfig'],
  ['POST', '/securetoken.googleapis.com/v1/token'],
] as const
/** The emulator's replacements for Google's sign-in popup pages. */
const widgets = ['/emulator/auth/handler', '/emulator/auth/iframe']

const bodyLimit = 64 * 1024
/** Rate limit per address: far more than people need, far less than password guessing would. */
const callLimit = { most: 600, perSeconds: 60 }
const forwarded = ['content-type', 'accept', 'x-client-version', 'x-firebase-gmpid']

/** A policy for the emulator's pages only, which use inline scripts and external styles. */
const widgetPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' https://apis.google.com https://unpkg.com",
  "style-src 'unsafe-inline' https://unpkg.com https://fonts.googleapis.com",
  'font-src https://fonts.gstatic.com',
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

type Options = {
  emulatorUrl: string
  now: () => Date
  trustedProxies: number
  timeLimit?: number
}

/** Forwards the public sign-in paths to the Auth emulator, so that one port is enough. Embedded set only. */
export function emulatorProxy(plain: ServePlain, options: Options): void {
  const { emulatorUrl, now, trustedProxies, timeLimit = 10_000 } = options
  const limit = rateLimit({ ...callLimit, now })

  const forward = async (c: Context<AppEnv>): Promise<Response> => {
    limit(addressOf(c, trustedProxies))
    // The SDK never sends this header here; `Bearer owner` would grant the emulator's admin rights.
    if (c.req.header('authorization') !== undefined) {
      throw new Refusal('forbidden', 'Sign-in requests must not have an Authorization header.')
    }
    const headers = new Headers()
    for (const name of forwarded) {
      const value = c.req.header(name)
      if (value !== undefined) headers.set(name, value)
    }
    const { pathname, search } = new URL(c.req.url)
    const isPost = c.req.method === 'POST'
    const body = isPost ? await limitedBody(c, bodyLimit) : null
    let response: Response
    try {
      response = await fetch(`${emulatorUrl}${pathname}${search}`, {
        method: isPost ? 'POST' : 'GET',
        headers,
        body: body && new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeLimit),
      })
    } catch (cause) {
      const late = cause instanceof Error && cause.name === 'TimeoutError'
      throw new Refusal(
        late ? 'timeout' : 'unavailable',
        'Sign-in isn’t available: the local sign-in service isn’t responding. Please try again.',
        { cause, retryAfter: 5 },
      )
    }
    return new Response(response.body, {
      status: response.status,
      headers: {
        'content-type': response.headers.get('content-type') ?? 'application/json',
        'cache-control': 'no-store',
      },
    })
  }

  // A colon starts a parameter in a route path, so these paths are compared literally.
  const allowed = new Set<string>(calls.map(([method, path]) => `${method} ${path}`))
  for (const host of ['/identitytoolkit.googleapis.com/*', '/securetoken.googleapis.com/*']) {
    plain(['GET', 'POST'], host, (c) => {
      const { pathname } = new URL(c.req.url)
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
      if (allowed.has(`${method} ${pathname}`)) return forward(c)
      throw new Refusal('notFound', 'There is nothing at this address.')
    })
  }
  for (const path of widgets) {
    plain(['GET'], path, async (c) => {
      const response = await forward(c)
      response.headers.set('content-security-policy', widgetPolicy)
      response.headers.set('cross-origin-opener-policy', 'unsafe-none')
      return response
    })
  }
}
