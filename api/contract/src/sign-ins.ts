import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Endpoints marked `fresh` need a sign-in that is at most this old, in minutes. */
export const freshSignInMinutes = 15

/** Set for requests that the person hasn't caused, such as polling: they don't count as use of the sign-in. */
export const backgroundHeader = 'x-portal-background'

/** One browser that a person has signed in with. */
export const signIn = z.object({
  id: z.string(),
  /** Browser and system: `Safari on iPad`. */
  device: z.string(),
  /** Approximate; only if a trusted proxy sends it. */
  location: z.optional(z.string()),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** ISO 8601, UTC; accurate to some minutes. */
  lastUsedAt: z.string(),
  /** The one that makes this request. */
  isCurrent: z.boolean(),
})
export type SignIn = z.infer<typeof signIn>

export const listSignIns = endpoint({
  method: 'GET',
  path: '/api/sign-ins',
  callers: 'readers',
  personal: true,
  summary: 'The caller’s own sign-ins that haven’t ended, the last used first.',
  reply: z.object({ signIns: z.array(signIn) }),
})

export const endSignIn = endpoint({
  method: 'DELETE',
  path: '/api/sign-ins/{id}',
  callers: 'readers',
  summary: 'Ends one of the caller’s own sign-ins on every instance. Repeating it changes nothing.',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(128)) }),
  fresh: 'signIn',
})

export const endAllSignIns = endpoint({
  method: 'POST',
  path: '/api/sign-ins/end-all',
  callers: 'readers',
  summary: 'Ends all of the caller’s sign-ins, this one too.',
  fresh: 'signIn',
})
