import { hash } from 'node:crypto'
import {
  choosePassword,
  confirmFactorSetUp,
  finishAtIssuer,
  forgetRenewal,
  getLinkOwner,
  renewToken,
  returnFromIssuer,
  signInByCode,
  signInByPassword,
  startAtIssuer,
  startFactorSetUp,
} from '@portal/contract/own-sign-in'
import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import { Refusal } from '../../refusal.ts'
import type { Log } from '../log.ts'
import { escapeText } from '../http/escape-text.ts'
import { addressOf, rateLimit } from '../http/limits.ts'
import type { AppEnv } from '../http/request-context.ts'
import type { Serve } from '../http/serve.ts'
import { createRequestQueue } from '../http/request-queue.ts'
import { signInExpired } from './sign-in-limits.ts'
import type {
  AttemptSource,
  LinkCalls,
  NeededCode,
  SignInCalls,
  StartedSignIn,
} from './own-sign-in.ts'

type Options = {
  /** Undefined if another service signs people in. */
  calls: SignInCalls | undefined
  /** Undefined if another service makes the links. */
  links: LinkCalls | undefined
  production: boolean
  publicUrl: string | undefined
  trustedProxies: number
  log: Log
  now: () => Date
}

/** Far more than the people behind one address need; the delays of one account come much sooner. */
const mostCalls = { most: 120, perSeconds: 60 }
/**
 * Hashing a password takes memory and a core, so only two are hashed at once. An address takes one of these turns at a
 * time: however much it asks for, it delays the others by one hash.
 */
const hashing = {
  ofAddress: { atOnce: 1, waiting: 20, longestWait: 5000 },
  ofAll: {
    atOnce: 2,
    waiting: 100,
    longestWait: 5000,
    full: 'Many people are signing in at the moment. Please try again in a moment.',
  },
}

/** What a browser calls to sign in at the portal itself. */
export function ownSignInRoutes(serve: Serve, options: Options): void {
  const {
    calls: given,
    links: madeLinks,
    production,
    publicUrl,
    trustedProxies,
    log,
    now,
  } = options
  const byAddress = rateLimit({ ...mostCalls, now })
  const ofAddress = createRequestQueue(hashing.ofAddress)
  const ofAll = createRequestQueue(hashing.ofAll)
  const limit = (c: Context<AppEnv>) => {
    if (madeLinks) byAddress(addressOf(c, trustedProxies))
  }
  const mustHave = <T>(own: T | undefined): T => {
    if (own) return own
    throw new Refusal('unauthenticated', 'Another service signs people in to this portal.')
  }
  const calls = () => mustHave(given)
  const links = () => mustHave(madeLinks)

  // The prefix binds a cookie to this host and https.
  const nameOf = (name: string) => (production ? `__Host-${name}` : name)
  const names = {
    renewal: nameOf('portal-renewal'),
    device: nameOf('portal-device'),
    issuer: nameOf('portal-issuer'),
  }
  const cookie = (
    name: keyof typeof names,
    value: string,
    maxAge: number,
    // The provider's redirect comes from another site.
    sameSite: 'Strict' | 'Lax' = 'Strict',
  ) =>
    generateCookie(names[name], value, {
      path: '/',
      httpOnly: true,
      sameSite,
      secure: production,
      // Browsers keep none for longer than 400 days.
      maxAge: Math.min(maxAge, 400 * 86_400),
    })
  const cookieOf = (c: Context<AppEnv>, name: keyof typeof names) => getCookie(c, names[name]) ?? ''

  /** Cookies alone must not act for another site's page, not even one on a neighboring host. */
  const mustBeOwnPage = (c: Context<AppEnv>) => {
    const site = c.req.header('sec-fetch-site')
    if (site !== undefined && site !== 'same-origin') {
      throw new Refusal('forbidden', 'Only this portal’s own pages may do this.')
    }
  }
  const sourceOf = (c: Context<AppEnv>): AttemptSource => {
    const device = cookieOf(c, 'device')
    return { address: addressOf(c, trustedProxies), ...(device === '' ? {} : { device }) }
  }
  const inTurn = async <T>(
    c: Context<AppEnv>,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> => {
    const endOwn = await ofAddress.take(addressOf(c, trustedProxies), signal)
    try {
      const end = await ofAll.take('everyone', signal)
      try {
        return await work()
      } finally {
        end()
      }
    } finally {
      endOwn()
    }
  }
  /** Why the provider's answer wasn't accepted, for the person. */
  const returned = async (secret: string, address: URL): Promise<string | undefined> => {
    try {
      await calls().returnFromIssuer(secret, address)
      return undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (given) {
        log.warn('a sign-in at the OpenID provider failed', { cause: error.cause ?? error })
      }
      return error.message
    }
  }
  const uncached = { 'cache-control': 'private, no-store' }
  const answered = (outcome: StartedSignIn | NeededCode, ended: string[] = []) => {
    const headers = new Headers(uncached)
    for (const cleared of ended) headers.append('set-cookie', cleared)
    if (outcome.kind === 'code') return Response.json(outcome, { headers })
    const { renewal, device, ...reply } = outcome
    headers.append('set-cookie', cookie('renewal', renewal.secret, renewal.seconds))
    headers.append('set-cookie', cookie('device', device.secret, device.seconds))
    return Response.json(reply, { headers })
  }

  serve(
    signInByPassword,
    ({ body, c, signal }) =>
      inTurn(c, signal, async () => answered(await calls().signIn(body, sourceOf(c)))),
    { limit },
  )
  serve(signInByCode, async ({ body, c }) => answered(await calls().giveCode(body, sourceOf(c))), {
    limit,
  })
  serve(
    renewToken,
    async ({ c }) => {
      mustBeOwnPage(c)
      const renewal = cookieOf(c, 'renewal')
      if (renewal === '') throw signInExpired()
      return Response.json(await calls().renew(renewal), { headers: uncached })
    },
    { limit },
  )
  serve(
    forgetRenewal,
    async ({ c }) => {
      const renewal = cookieOf(c, 'renewal')
      if (renewal !== '') await given?.end(renewal)
      const headers = { ...uncached, 'set-cookie': cookie('renewal', '', 0) }
      return new Response(null, { status: 204, headers })
    },
    { limit },
  )
  serve(startFactorSetUp, ({ body }) => calls().startSetUp(body.token), { limit })
  serve(
    confirmFactorSetUp,
    async ({ body, c }) => answered(await calls().confirmSetUp(body, sourceOf(c))),
    { limit },
  )
  serve(getLinkOwner, ({ body }) => links().linkOwner(body.link), { limit })
  serve(
    choosePassword,
    ({ body, c, signal }) =>
      inTurn(c, signal, async () => {
        await links().choosePassword(body)
        return undefined
      }),
    { limit },
  )

  serve(
    startAtIssuer,
    async ({ body }) => {
      if (!given) throw new Refusal('notFound', 'There is nothing at this address.')
      const { url, secret, seconds } = await given.startAtIssuer(body)
      const headers = { ...uncached, 'set-cookie': cookie('issuer', secret, seconds, 'Lax') }
      return Response.json({ url }, { headers })
    },
    { limit },
  )
  serve(
    returnFromIssuer,
    async ({ c }) => {
      const { search, origin } = new URL(c.req.url)
      // Behind a proxy, the request's own origin isn't the one that the provider knows.
      const address = new URL(returnFromIssuer.path + search, publicUrl ?? origin)
      const failure = await returned(cookieOf(c, 'issuer'), address)
      return new Response(returnPage(failure), {
        headers: {
          ...uncached,
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': returnPolicy,
        },
      })
    },
    { limit },
  )
  serve(
    finishAtIssuer,
    async ({ body, c }) => {
      mustBeOwnPage(c)
      const secret = cookieOf(c, 'issuer')
      const outcome = await calls().finishAtIssuer({ ...body, secret }, sourceOf(c))
      return answered(outcome, [cookie('issuer', '', 0, 'Lax')])
    },
    { limit },
  )
}

/** Tells the portal's page that the provider has answered; a page that the provider has isolated can't be reached otherwise. */
const returnScript = `new BroadcastChannel('portal-sign-in').postMessage('returned');close()`
const returnPolicy = `default-src 'none'; script-src 'sha256-${hash('sha256', returnScript, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

function returnPage(failure: string | undefined): string {
  const sentence = failure ?? 'You can close this window.'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in</title><p>${escapeText(sentence)}</p><script>${returnScript}</script></html>`
}
