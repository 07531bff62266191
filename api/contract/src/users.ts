import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A sign-in account. Those with the provider `google.com` are Google's; the others sign in by password. */
export const user = z.object({
  uid: z.string(),
  /** Lower case; empty for an account without one. */
  email: z.string(),
  displayName: z.optional(z.string()),
  providerData: z.array(z.object({ providerId: z.string() })),
  disabled: z.boolean(),
  /** Signs in with Google, has a foundation e-mail and is on the designated list. */
  isAdmin: z.boolean(),
  createdAt: z.string(),
  /** Absent for someone who has never signed in. */
  lastSignInAt: z.optional(z.string()),
})
export type User = z.infer<typeof user>

/** For new accounts and for new passwords alike. */
export const minimumPasswordLength = 8

/** The two lists of the user management: who signs in with Google, and who by password. */
export function isGoogleUser({ providerData }: Pick<User, 'providerData'>): boolean {
  return providerData.some(({ providerId }) => providerId === 'google.com')
}

const text = (most: number) => z.string().check(z.maxLength(most))
/** RFC 5321's most. */
const email = text(254)
const displayName = text(200)
const password = text(1000)
const params = z.object({ uid: z.string().check(z.minLength(1), z.maxLength(128)) })

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Accounts, page by page where a limit is given, else all of them (up to 10,000).',
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
  summary: 'Makes a password account for a member. It can’t be an admin’s.',
  body: z.object({
    email: z.optional(email),
    /** At least 8 characters. */
    password: z.optional(password),
    displayName: z.optional(displayName),
    isAdmin: z.optional(z.boolean()),
  }),
  reply: user,
})

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/{uid}',
  summary:
    'Changes a password account’s name or password, and disables or enables any account. Earlier sign-ins end at once.',
  params,
  body: z.object({
    /** An empty one removes the name. */
    displayName: z.optional(displayName),
    /** A blank one keeps the current password. */
    password: z.optional(password),
    disabled: z.optional(z.boolean()),
  }),
  reply: user,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{uid}',
  summary: 'Deletes a password account; its sign-ins end at once.',
  params,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/admin/users/{uid}/reset-link',
  summary: 'Lets the owner of a password account choose a new password.',
  params,
  reply: z.object({
    /** The sign-in service has written to the owner. */
    sent: z.boolean(),
    /** To hand over, where it can’t write mail. */
    link: z.optional(z.string()),
  }),
})
