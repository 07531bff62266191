import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * Whose confirmation opens a person's notes and reading again: their own, with the second factor that they had before,
 * or that of an admin who hasn't set the password.
 */
export const recordsOpener = z.enum(['secondFactor', 'admin'])
export type RecordsOpener = z.infer<typeof recordsOpener>

/** How an admin last set a person's password, or changed their address. */
export const passwordSet = z.object({
  /** `link`: the admin obtained a link for choosing a new password. */
  kind: z.enum(['password', 'link']),
  /** An admin changed the address that the person signs in with. Pages that don't know this show the `kind`. */
  isNewAddress: z.optional(z.boolean()),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The admin's e-mail address; absent if it was a server with the admin key. */
  by: z.optional(z.string()),
  /** The person has dismissed the notice about it. */
  isDismissed: z.optional(z.boolean()),
  /** While the person's notes and reading are closed: whose confirmation opens them. */
  closedUntil: z.optional(recordsOpener),
  /** Who has opened them since, and when. */
  opened: z.optional(
    z.object({
      by: z.enum(['secondFactor', 'admin', 'operator']),
      /** The admin's e-mail address. */
      admin: z.optional(z.string()),
      at: z.string(),
    }),
  ),
})
export type PasswordSet = z.infer<typeof passwordSet>

export const dismissPasswordNotice = endpoint({
  method: 'DELETE',
  path: '/api/password-notice',
  callers: 'readers',
  summary:
    'Dismisses the notice that an admin has set the caller’s password or changed their address. 409 while their notes and reading are closed. Repeating it changes nothing.',
  fresh: 'own',
})

export const openOwnRecords = endpoint({
  method: 'POST',
  path: '/api/own-records/open',
  callers: 'members',
  fresh: true,
  summary:
    'Opens the caller’s notes and reading, which are closed since an admin set their password. Needs a sign-in with the second factor that they had before; 409 if they had none. Repeating it changes nothing.',
})

export const openPersonsRecords = endpoint({
  method: 'POST',
  path: '/api/admin/own-records/{uid}/open',
  callers: 'admins',
  fresh: true,
  summary:
    'Confirms that an account is used by its owner, whose notes and reading are closed since another admin set their password, and opens these. The owner sees who did. Repeating it changes nothing.',
  params: z.object({ uid: z.string().check(z.minLength(1), z.maxLength(128)) }),
})
