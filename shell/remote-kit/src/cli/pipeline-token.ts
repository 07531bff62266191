import { createCall } from '@portal/contract/client'
import { exchangeToken } from '@portal/contract/trusted-pipelines'
import * as z from 'zod/mini'
import { CommandFailure } from './command.ts'

type Environment = Record<string, string | undefined>
type Options = {
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
export function pipelineToken(options: Options): (() => Promise<string>) | undefined {
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
function fromGitHub({ env, url, fetch }: Options): (() => Promise<string>) | undefined {
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
