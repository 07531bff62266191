import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { PipelineClaims, PipelineTokens } from '../../releases/pipelines/pipeline-tokens.ts'
import { issuerFault } from '../../releases/pipelines/issuer-address.ts'
import { Refusal } from '../../refusal.ts'

type Options = {
  production: boolean
  now: () => Date
  /** Timeout of a request to an issuer, in ms. */
  timeout?: number
}

type Keys = ReturnType<typeof createRemoteJWKSet>
type Known = { keys: Keys; until: number; reloadedAt: number }

/** An issuer's metadata (OpenID Connect Discovery). */
const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

/** In seconds. */
const clockTolerance = 60
/** In ms; after this time, a changed address of the keys is noticed. */
const discoveryAge = 3_600_000
/** In ms between two reloads that unknown keys cause: anyone can invent key ids. */
const reloadPause = 5000
const discoveryLimit = 64 * 1024

/** Verifies the OIDC tokens of CI providers with the keys that they publish. */
export function oidcTokens({ production, now, timeout = 5000 }: Options): PipelineTokens {
  const known = new Map<string, Promise<Known>>()

  const discover = async (issuer: string): Promise<Known> => {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const response = await fetch(address, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw new Error(`${address} returned ${response.status}.`)
    const text = await response.text()
    if (text.length > discoveryLimit) throw new Error(`${address} is too long.`)
    const found = z.parse(discovery, JSON.parse(text))
    if (found.issuer !== issuer) throw new Error(`${address} names another issuer.`)
    const url = new URL(found.jwks_uri)
    // No issuer can make the portal send requests elsewhere.
    if (url.origin !== new URL(issuer).origin) throw new Error(`${address} has keys elsewhere.`)
    const keys = createRemoteJWKSet(url, { timeoutDuration: timeout })
    return { keys, until: now().getTime() + discoveryAge, reloadedAt: 0 }
  }

  /** Failures aren't cached. */
  const knownIssuer = async (issuer: string): Promise<Known> => {
    const found = await known.get(issuer)?.catch(() => undefined)
    if (found && found.until > now().getTime()) return found
    const discovering = discover(issuer)
    known.set(issuer, discovering)
    discovering.catch(() => {
      if (known.get(issuer) === discovering) known.delete(issuer)
    })
    return discovering
  }

  const check = async (issuer: string, token: string, keys: Keys): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256', 'ES256'],
      issuer,
      requiredClaims: ['sub', 'aud', 'iat', 'exp', 'jti'],
      maxTokenAge: 3600,
      clockTolerance,
      currentDate: now(),
    })
    return payload
  }

  /** The provider may have just rotated its keys, during jose's cooldown between two fetches. */
  const checkWithNewKeys = async (issuer: string, token: string, found: Known) => {
    try {
      return await check(issuer, token, found.keys)
    } catch (error) {
      const isRecent = now().getTime() - found.reloadedAt < reloadPause
      if (!(error instanceof errors.JWKSNoMatchingKey) || isRecent) throw error
      found.reloadedAt = now().getTime()
      await found.keys.reload()
      return check(issuer, token, found.keys)
    }
  }

  return {
    issuerOf(token) {
      try {
        return decodeJwt(token).iss
      } catch {
        return undefined
      }
    },
    async verify(issuer, token) {
      const fault = issuerFault(issuer, { production })
      if (fault !== undefined) throw new Refusal('unauthenticated', fault)
      try {
        const payload = await checkWithNewKeys(issuer, token, await knownIssuer(issuer))
        return payload as PipelineClaims
      } catch (cause) {
        if (isTokens(cause)) throw invalid(cause)
        throw new Refusal(
          'unavailable',
          `The CI provider ${issuer} can’t be asked for its keys at the moment, so its tokens can’t be checked. Try again, or use a release token.`,
          { cause, retryAfter: 10 },
        )
      }
    },
  }
}

/** Whether the token itself is invalid, rather than its issuer unreachable or misconfigured. */
function isTokens(error: unknown): error is errors.JOSEError {
  if (!(error instanceof errors.JOSEError)) return false
  const isIssuers = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
  return !isIssuers && error.code !== 'ERR_JOSE_GENERIC'
}

function invalid(cause: errors.JOSEError): Refusal {
  const detail =
    cause instanceof errors.JWTExpired
      ? 'The CI provider’s token has expired: each command needs a new one.'
      : 'The CI provider’s token is invalid.'
  return new Refusal('unauthenticated', detail, { cause })
}
