import { type Call, createCall } from '../client.ts'
import { releaseTokenPrefix } from '@portal/contract/release-tokens'
import { CommandFailure } from './command.ts'
import { retryingFetch } from './retrying-fetch.ts'
import { exchangeToken } from '@portal/contract/trusted-pipelines'
import * as z from 'zod/mini'

/** A running portal and the token for it. */
export type PortalConnection = {
  /** Without a trailing slash. */
  url: string
  /** Whether it has a release token; the other kind is an admin's ID token. */
  hasReleaseToken: boolean
  call: Call
  /** Fetches bytes with the token. */
  ask: (method: 'GET' | 'HEAD', path: string) => Promise<Response>
  /** Fetches a file of a release with the token by its path, in this encoding if available. */
  file: (path: string, encoding: string) => Promise<Response>
}

type Environment = Record<string, string | undefined>

/**
 * Connects to the portal in `PORTAL_URL` with the token in `PORTAL_TOKEN`, or else with one exchanged for the CI
 * provider's token; tokens are never arguments and never printed. `remote`: the remote that the command concerns.
 */
export function openPortal(
  remote?: string,
  env: Environment = process.env,
  fetch: typeof globalThis.fetch = retryingFetch(),
): PortalConnection {
  const url = portalAddress(env)
  const stored = env['PORTAL_TOKEN']?.trim() || undefined
  const token = stored ? async () => stored : pipelineToken({ env, url, remote, fetch })
  if (!token) {
    throw new CommandFailure(
      'PORTAL_TOKEN is missing: ask an admin of the portal for a release token of your remote, or to trust its CI pipeline.',
    )
  }
  const send = async (path: string, init: Omit<RequestInit, 'headers'>, more = {}) => {
    const headers = { ...more, authorization: `Bearer ${await token()}` }
    return fetch(`${url}${path}`, { ...init, headers })
  }
  return {
    url,
    hasReleaseToken: stored === undefined || stored.startsWith(releaseTokenPrefix),
    call: createCall({ baseUrl: url, token, fetch }),
    ask: (method, path) => send(path, { method }),
    file: (path, encoding) =>
      send(path, { method: 'GET', cache: 'no-store' }, { 'accept-encoding': encoding }),
  }
}

/** Like `openPortal`; undefined if no portal is set. */
export function openPortalIfNamed(
  remote?: string,
  env: Environment = process.env,
): PortalConnection | undefined {
  return env['PORTAL_URL'] === undefined ? undefined : openPortal(remote, env)
}

/** The address in `PORTAL_URL`, without a trailing slash. */
export function portalAddress(env: Environment): string {
  const given = env['PORTAL_URL']?.trim()
  if (!given) throw new CommandFailure('PORTAL_URL is missing: https://portal.example.org')
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw new CommandFailure('PORTAL_URL is not a portal’s address: https://portal.example.org')
  }
  // Anyone who intercepts the token could publish with it.
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) {
    throw new CommandFailure('PORTAL_URL must begin with https: a token is sent there.')
  }
  return url.origin
}

function isThisMachine(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || /^(127(\.\d+){3}|\[::1\])$/.test(host)
  )
}

type ConnectionOptions = {
  env: Environment
  /** The portal's address, without a trailing slash: the token's audience. */
  url: string
  /** The remote whose pipeline this is. */
  remote: string | undefined
  fetch: typeof globalThis.fetch
}

/** How long before its end a token is replaced, in ms. */
const margin = 60_000

/**
 * In a CI job, returns a function that exchanges the provider's OIDC token for a release token, when it is first needed
 * and again when it is about to expire. Undefined if the provider offers no token.
 */
export function pipelineToken(options: ConnectionOptions): (() => Promise<string>) | undefined {
  const { env, url, fetch } = options
  const given = env['PORTAL_OIDC_TOKEN']?.trim()
  const source = given ? async () => given : fromGitHub(options)
  if (!source) return undefined
  const remote = options.remote ?? env['PORTAL_REMOTE']?.trim()
  if (!remote) {
    throw new CommandFailure(
      'PORTAL_REMOTE is missing: the remote whose trusted pipeline this is. Or set PORTAL_TOKEN.',
    )
  }
  const call = createCall({ baseUrl: url, token: async () => undefined, fetch })
  const exchange = async () => call(exchangeToken, { body: { remote, token: await source() } })
  let exchanged: Promise<{ secret: string; until: number }> | undefined

  const begin = async () => {
    // A lost response has used up its token; only the provider can issue another one.
    const { secret, token } = await exchange().catch((error: unknown) => {
      if (given) throw error
      return exchange()
    })
    return { secret, until: Date.parse(token.expiresAt ?? '') }
  }
  return async () => {
    const known = await exchanged?.catch(() => undefined)
    if (known && known.until - margin > Date.now()) return known.secret
    exchanged = begin()
    return (await exchanged).secret
  }
}

const reply = z.object({ value: z.string() })

/** GitHub gives a job with `id-token: write` a new token for every request. */
function fromGitHub({ env, url, fetch }: ConnectionOptions): (() => Promise<string>) | undefined {
  const address = env['ACTIONS_ID_TOKEN_REQUEST_URL']
  const secret = env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']
  if (!address || !secret) return undefined
  const wanted = URL.parse(address)
  if (wanted?.protocol !== 'https:') {
    throw new CommandFailure('ACTIONS_ID_TOKEN_REQUEST_URL must begin with https.')
  }
  wanted.searchParams.set('audience', url)
  return async () => {
    const response = await fetch(wanted.href, { headers: { authorization: `Bearer ${secret}` } })
    const parsed = response.ok ? z.safeParse(reply, await response.json()) : undefined
    if (parsed?.success) return parsed.data.value
    throw new CommandFailure(
      `The CI provider gave no token (${response.status}): does the job have id-token: write?`,
    )
  }
}
