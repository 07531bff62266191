import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import type { Identity } from '../../platform/identity/identity.ts'
import { Refusal } from '../../refusal.ts'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'
import { claimsOf, clockTolerance, invalidToken } from './token-claims.ts'

/** Google's published keys for verifying ID tokens. */
export const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

type Options = {
  projectId: string
  now?: () => Date
  /** Defaults to Google's published keys. */
  keys?: JWTVerifyGetKey
  /** For tests: the address of the keys. */
  keysUrl?: string
}

/**
 * How long known keys are used while Google's can't be fetched, in ms. They are fetched every ten minutes otherwise. A
 * token lives for an hour, so without them an outage would sign everyone out.
 */
const longestUse = 6 * 3_600_000

/** Verifies Firebase ID tokens; only RS256 signatures by Google are accepted. */
export function firebaseIdentity(options: Options): Identity {
  const { projectId, now = () => new Date(), keysUrl = googleKeys } = options
  const keys = options.keys ?? lastingKeys(keysUrl)
  return {
    async verify(idToken, signal) {
      signal?.throwIfAborted()
      try {
        const verifying = jwtVerify(idToken, keys, {
          algorithms: ['RS256'],
          issuer: `https://securetoken.google.com/${projectId}`,
          audience: projectId,
          requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
          clockTolerance,
          currentDate: now(),
        })
        // Everyone's sign-ins wait for the same keys: fetching them isn't ended because one caller is gone.
        const { payload } = await untilAborted(verifying, signal)
        return claimsOf(payload, projectId, now())
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof Refusal) throw error
        // An unknown key or a malformed token is the caller's error; failing to fetch the keys isn't.
        if (!isUnfetched(error)) throw invalidToken(error)
        const detail = 'Sign-in can’t be checked at the moment. Please try again.'
        throw new Refusal('unavailable', detail, { cause: error, retryAfter: 5 })
      }
    },
  }
}

/** The keys at an address, and for some hours the last known ones while they can't be fetched. */
function lastingKeys(url: string): JWTVerifyGetKey {
  const fetched = createRemoteJWKSet(new URL(url), { timeoutDuration: 5000 })
  let knownAt = -Infinity
  return async (header, token) => {
    try {
      const key = await fetched(header, token)
      knownAt = performance.now()
      return key
    } catch (error) {
      const known = fetched.jwks()
      if (!known || !isUnfetched(error) || performance.now() - knownAt > longestUse) throw error
      // Whether an unknown key is Google's can't be said now.
      return createLocalJWKSet(known)(header, token).catch(() => Promise.reject(error))
    }
  }
}

/** Whether the keys couldn't be fetched; otherwise the token is invalid. */
function isUnfetched(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true
  return ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code)
}
