import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * The second step of signing in with a password: a code from an authenticator app. The browser sets it up with the
 * sign-in service.
 */
export const secondFactor = z.object({
  isOn: z.boolean(),
  /** When an admin reset it, ISO 8601, UTC; until the person has dismissed the notice. */
  resetAt: z.optional(z.string()),
})

export const noteSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-factor',
  callers: 'readers',
  summary:
    'Looks up whether the caller’s account has a second factor, after a browser has set one up. The account’s earlier sign-ins end then.',
  reply: secondFactor,
  fresh: 'own',
})

export const turnOffSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/second-factor',
  callers: 'readers',
  fresh: true,
  summary: 'Removes the caller’s own second factor, unless the portal requires one.',
})

export const dismissResetNotice = endpoint({
  method: 'DELETE',
  path: '/api/second-factor/notice',
  callers: 'readers',
  summary: 'Dismisses the notice that an admin has reset the caller’s second factor.',
  fresh: 'own',
})
