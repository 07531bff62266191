import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
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
}

/** Verifies Firebase ID tokens; only RS256 signatures by Google are accepted. */
export function firebaseIdentity(options: Options): Identity {
  const { projectId, now = () => new Date() } = options
  const keys = options.keys ?? createRemoteJWKSet(new URL(googleKeys), { timeoutDuration: 5000 })
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
        if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
          if (error.code !== 'ERR_JOSE_GENERIC') throw invalidToken(error)
        }
        const detail = 'Sign-in can’t be checked at the moment. Please try again.'
        throw new Refusal('unavailable', detail, { cause: error, retryAfter: 5 })
      }
    },
  }
}
