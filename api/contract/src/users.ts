import * as z from 'zod/mini'
import { directoryEntry } from './directory.ts'
import { endpoint } from './endpoint.ts'
import { recordsOpener } from './password-set.ts'
import { shortText } from './texts.ts'

/** A sign-in account. With the provider `google.com` it is a Google account, otherwise a password account. */
export const user = z.object({
  uid: z.string(),
  /** Lower case; empty for an account without one. */
  email: z.string(),
  displayName: z.optional(z.string()),
  providerData: z.array(z.object({ providerId: z.string() })),
  disabled: z.boolean(),
  /** A guest’s or an assistant’s account. */
  isOutsiders: z.optional(z.boolean()),
  /** Signs in with Google, has a foundation e-mail and is on the designated list. */
  isAdmin: z.boolean(),
  createdAt: z.string(),
  /** Signs in with a code from an authenticator app as well; absent from an older API. */
  hasSecondFactor: z.optional(z.boolean()),
  /** Absent if the person has never signed in. */
  lastSignInAt: z.optional(z.string()),
  /** Their notes and reading are closed, because an admin has set their password. */
  closedRecords: z.optional(
    z.object({
      /** Whose confirmation opens them. */
      until: recordsOpener,
      /** Whether the caller may confirm: an admin who had no part in it. */
      mayOpen: z.boolean(),
    }),
  ),
})
export type User = z.infer<typeof user>

/** @deprecated Import it from `@portal/domain/google-user`. */
export { isGoogleUser } from '@portal/domain/google-user'

const text = (most: number) => z.string().check(z.maxLength(most))
/** The maximum of RFC 5321. */
const email = text(254)
const displayName = shortText(200)
const password = text(1000)
const params = z.object({ uid: z.string().check(z.minLength(1), z.maxLength(128)) })

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  callers: 'adminsAndKey',
  summary: 'Accounts; paged if a limit is given, otherwise all of them (up to 10,000).',
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000))),
    /** From an earlier page's `nextPageToken`. */
    pageToken: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
  }),
  reply: z.object({ users: z.array(user), nextPageToken: z.optional(z.string()) }),
})

export const createUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/create',
  callers: 'adminsAndKey',
  fresh: true,
  summary: 'Creates a password account for a member, never for an admin.',
  body: z.object({
    email: z.optional(email),
    /** At least 8 characters; neither a common password nor the name of the person or the foundation. */
    password: z.optional(password),
    displayName: z.optional(displayName),
    isAdmin: z.optional(z.boolean()),
  }),
  reply: user,
})

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/{uid}',
  callers: 'adminsAndKey',
  fresh: true,
  summary:
    'Changes a password account’s name, address or password, and disables or enables any account. Earlier sign-ins end at once. After a new address or password, its owner is notified, and their notes and reading are closed until they or another admin confirm.',
  params,
  body: z.object({
    /** An empty string removes the name. */
    displayName: z.optional(displayName),
    /** The address that its owner signs in with from now on; the account stays the same. 409 if another has it. */
    email: z.optional(email),
    /** By the same rule as a new account's; a blank password keeps the current one. */
    password: z.optional(password),
    disabled: z.optional(z.boolean()),
  }),
  reply: user,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{uid}',
  callers: 'adminsAndKey',
  fresh: true,
  summary: 'Deletes a password account and ends its sign-ins at once.',
  params,
})

export const eraseUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/{uid}/erase',
  callers: 'admins',
  fresh: true,
  summary:
    'Erases an account of any kind after its access has ended, with what belongs to its owner alone: notes, reading, sign-ins, directory entry and photo. The audit stays. Refused while a legal hold keeps notes. Repeating it completes it.',
  params,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/admin/users/{uid}/reset-link',
  callers: 'adminsAndKey',
  fresh: true,
  summary:
    'Lets the owner of a password account choose a new password. A link that is returned has the effects of a new password.',
  params,
  /**
   * `link`: returns a link to hand over, also where the sign-in service could mail one; nothing is sent. `mail`: the
   * portal mails it to the owner alone; refused while mail is off.
   */
  query: z.object({ as: z.optional(z.enum(['link', 'mail'])) }),
  reply: z.object({
    /** Whether the owner is mailed, by the sign-in service or the portal. */
    sent: z.boolean(),
    /** To hand over, if it was asked for or no mail can be sent. */
    link: z.optional(z.string()),
  }),
})

export const resetUserSecondFactor = endpoint({
  method: 'POST',
  path: '/api/admin/users/{uid}/reset-second-factor',
  callers: 'adminsAndKey',
  fresh: true,
  summary:
    'Removes an account’s second factor, for someone who has lost their phone, and ends its sign-ins. Its owner is told at the next sign-in.',
  params,
  reply: user,
})

export const endUserSignIns = endpoint({
  method: 'POST',
  path: '/api/admin/users/{uid}/sign-out',
  callers: 'adminsAndKey',
  summary: 'Ends all sign-ins of an account. Its owner can sign in again.',
  params,
  fresh: 'takesAway',
})

export const getUserAccess = endpoint({
  method: 'GET',
  path: '/api/admin/users/{uid}/access',
  callers: 'adminsAndKey',
  summary: 'What an account has access to, and so what removing its access would do.',
  params,
  reply: z.object({
    disabled: z.boolean(),
    /** Signs in as an admin at present. */
    isAdmin: z.boolean(),
    /** Number of sign-ins that would end. */
    signIns: z.number(),
    /** Why the access can’t be removed, as a sentence; absent if it can. */
    refusal: z.optional(z.string()),
  }),
})

export const getPersonOverview = endpoint({
  method: 'GET',
  path: '/api/admin/people',
  callers: 'admins',
  summary:
    'One person: their directory entry, the account that is linked to it, and what that account has access to.',
  /** Exactly one of them. */
  query: z.object({
    /** An entry's id. */
    entry: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    /** An account's uid. */
    account: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  }),
  reply: z.object({
    /** Absent if no entry is linked to the account. */
    entry: z.optional(directoryEntry),
    /** Absent if the entry has no account. */
    account: z.optional(z.object({ user, access: getUserAccess.reply })),
  }),
})
export type PersonOverview = z.infer<typeof getPersonOverview.reply>

export const removeUserAccess = endpoint({
  method: 'POST',
  path: '/api/admin/users/{uid}/remove-access',
  callers: 'adminsAndKey',
  fresh: true,
  summary:
    'Withdraws an account’s designation as an admin, disables it and ends its sign-ins, on every instance at once.',
  params,
  reply: user,
})
