import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import * as z from 'zod/mini'
import { limitedBytes } from '../../platform/files/bytes.ts'
import type {
  PipelineClaims,
  PipelineTokens,
  UnverifiedClaims,
} from '../../features/releases/pipelines/pipeline-tokens.ts'
import { issuerFault } from '../../features/releases/pipelines/issuer-address.ts'
import { Refusal } from '../../refusal.ts'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'

type Options = {
  production: boolean
  now: () => Date
  /** Timeout of a request to an issuer, in ms. */
  timeout?: number
}

type Keys = ReturnType<typeof createLocalJWKSet>
type Issuer = {
  /** The last load, which may be under way or have failed. */
  loading: Promise<Keys>
  triedAt: number
  /** The last successful load. */
  loaded?: { keys: Keys; at: number } | undefined
}

/** An issuer's metadata (OpenID Connect Discovery). */
const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })
const keySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string() })).check(z.maxLength(50)),
})

const algorithms = ['RS256', 'ES256']
/** In seconds. */
const clockTolerance = 60
/** In seconds: how far ahead a token may expire. */
const longestValidity = 3600
/** In ms: a key that its issuer has removed is accepted no longer than this, and the time of a load. */
const keysAge = 240_000
/** In ms between two loads of an issuer's keys: anyone can send a token with an invented key id. */
const loadPause = 10_000
const documentLimit = 64 * 1024
const tokenLimit = 16 * 1024

/** Verifies the OIDC tokens of CI providers with the keys that they publish. */
export function oidcTokens({ production, now, timeout = 5000 }: Options): PipelineTokens {
  const issuers = new Map<string, Issuer>()

  const fetchJson = async (address: string): Promise<unknown> => {
    const response = await fetch(address, {
      redirect: 'error',
      headers: { accept: 'application/json', 'cache-control': 'no-cache' },
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`${address} returned ${response.status}.`)
    }
    const bytes = await limitedBytes(response, documentLimit, `${address} is too long.`)
    return JSON.parse(bytes.toString())
  }

  const fetchKeys = async (issuer: string): Promise<Keys> => {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const configuration = z.parse(discovery, await fetchJson(address))
    if (configuration.issuer !== issuer) throw new Error(`${address} names another issuer.`)
    const url = new URL(configuration.jwks_uri)
    // No issuer can make the portal send requests elsewhere.
    if (url.origin !== new URL(issuer).origin) throw new Error(`${address} has keys elsewhere.`)
    return createLocalJWKSet(z.parse(keySet, await fetchJson(url.href)) as JSONWebKeySet)
  }

  const load = (issuer: string, loaded: Issuer['loaded']): Promise<Keys> => {
    const at = now().getTime()
    const loading = fetchKeys(issuer)
    const entry: Issuer = { loading, triedAt: at, loaded }
    issuers.set(issuer, entry)
    loading.then(
      (keys) => (entry.loaded = { keys, at }),
      () => undefined,
    )
    return loading
  }

  /** The issuer's keys; `newer` if a token was signed by a key that isn't among the known ones. */
  const keysOf = async (issuer: string, { newer = false } = {}): Promise<Keys> => {
    const known = issuers.get(issuer)
    const time = now().getTime()
    if (!newer && known?.loaded && time - known.loaded.at < keysAge) return known.loaded.keys
    if (known && time - known.triedAt < loadPause) return known.loading
    return load(issuer, known?.loaded)
  }

  const check = async (issuer: string, token: string, keys: Keys): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      issuer,
      requiredClaims: ['sub', 'aud', 'iat', 'exp', 'jti'],
      maxTokenAge: longestValidity,
      clockTolerance,
      currentDate: now(),
    })
    return payload
  }

  /** The provider may just have rotated its keys. */
  const checkWithNewKeys = async (issuer: string, token: string): Promise<JWTPayload> => {
    try {
      return await check(issuer, token, await keysOf(issuer))
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return check(issuer, token, await keysOf(issuer, { newer: true }))
    }
  }

  const inspect = (token: string): UnverifiedClaims => {
    const claims = unverifiedClaims(token)
    const seconds = now().getTime() / 1000
    if (claims.exp <= seconds - clockTolerance) throw new Refusal('unauthenticated', expired)
    if (claims.exp > seconds + longestValidity) {
      throw new Refusal(
        'unauthenticated',
        'The CI provider’s token expires more than an hour from now.',
      )
    }
    if (Math.max(claims.nbf ?? 0, claims.iat) > seconds + clockTolerance) throw invalid()
    return claims
  }

  return {
    inspect,
    async verify(issuer, token, signal) {
      signal?.throwIfAborted()
      const fault = issuerFault(issuer, { production })
      if (fault !== undefined) throw new Refusal('unauthenticated', fault)
      inspect(token)
      try {
        // Others wait for the same keys: loading them isn't ended because one caller is gone.
        return (await untilAborted(checkWithNewKeys(issuer, token), signal)) as PipelineClaims
      } catch (cause) {
        signal?.throwIfAborted()
        if (isTokens(cause)) throw invalid(cause)
        throw new Refusal(
          'unavailable',
          `The CI provider ${issuer} can’t be asked for its keys at the moment, so its tokens can’t be checked. Try again, or use a release token.`,
          { cause, retryAfter: loadPause / 1000 },
        )
      }
    },
  }
}

const time = z.number().check(z.nonnegative(), z.lte(8_640_000_000_000))
const unverified = z.looseObject({
  iss: z.string().check(z.maxLength(200)),
  aud: z.union([z.string(), z.array(z.string())]),
  sub: z.string(),
  jti: z.string(),
  iat: time,
  nbf: z.optional(time),
  exp: time,
})

function unverifiedClaims(token: string): UnverifiedClaims {
  if (token.length > tokenLimit) throw invalid()
  try {
    if (!algorithms.includes(decodeProtectedHeader(token).alg ?? '')) throw invalid()
    return z.parse(unverified, decodeJwt(token))
  } catch (cause) {
    throw cause instanceof Refusal ? cause : invalid(cause)
  }
}

/** Whether the token itself is invalid, rather than its issuer unreachable or misconfigured. */
function isTokens(error: unknown): error is errors.JOSEError {
  if (!(error instanceof errors.JOSEError)) return false
  return !(error instanceof errors.JWKSInvalid) && error.code !== 'ERR_JOSE_GENERIC'
}

const expired = 'The CI provider’s token has expired: each command needs a new one.'

function invalid(cause?: unknown): Refusal {
  const detail =
    cause instanceof errors.JWTExpired ? expired : 'The CI provider’s token is invalid.'
  return new Refusal('unauthenticated', detail, { cause })
}
