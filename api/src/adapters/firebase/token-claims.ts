import * as z from 'zod/mini'
import type { Claims } from '../../platform/identity/identity.ts'
import { Refusal } from '../../refusal.ts'

/** https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library */
const payload = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string().check(z.minLength(1), z.maxLength(128)),
  exp: z.number(),
  iat: z.number(),
  auth_time: z.number(),
  email: z._default(z.string(), ''),
  email_verified: z._default(z.boolean(), false),
  name: z.optional(z.string()),
  picture: z.optional(z.string()),
  createdByAdmin: z.optional(z.unknown()),
  firebase: z.object({
    sign_in_provider: z.string(),
    sign_in_second_factor: z.optional(z.string()),
  }),
})

/** Tolerated clock difference to Google, in seconds. */
export const clockTolerance = 5

/** Validates everything in a Firebase ID token except its signature. */
export function claimsOf(token: unknown, projectId: string, now: Date): Claims {
  const parsed = z.safeParse(payload, token)
  if (!parsed.success) throw invalidToken(parsed.error)
  const { data } = parsed
  const seconds = now.getTime() / 1000
  const ours =
    data.iss === `https://securetoken.google.com/${projectId}` &&
    data.aud === projectId &&
    data.exp > seconds - clockTolerance &&
    data.iat <= seconds + clockTolerance &&
    data.auth_time <= seconds + clockTolerance
  if (!ours) throw invalidToken()
  return {
    uid: data.sub,
    email: data.email,
    emailVerified: data.email_verified,
    ...(data.name === undefined ? {} : { displayName: data.name }),
    ...(data.picture === undefined ? {} : { photoUrl: data.picture }),
    provider: data.firebase.sign_in_provider,
    createdByAdmin: data.createdByAdmin === true,
    hasSecondFactor: data.firebase.sign_in_second_factor !== undefined,
    signedInAt: data.auth_time,
    expiresAt: data.exp,
  }
}

export function invalidToken(cause?: unknown): Refusal {
  return new Refusal('unauthenticated', 'Your sign-in has expired. Please sign in again.', {
    cause,
  })
}
