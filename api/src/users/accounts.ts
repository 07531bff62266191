/** A sign-in account as its provider keeps it. */
export type Account = {
  uid: string
  /** Lower case; empty for an account without one. */
  email: string
  emailVerified: boolean
  displayName?: string
  /** How one can sign in: `google.com`, `password`. */
  providers: string[]
  disabled: boolean
  /** ISO 8601, UTC. */
  createdAt: string
  /** Absent for someone who has never signed in. */
  lastSignInAt?: string
  /** Seconds since 1970: sign-ins made before this moment are void. */
  validAfter: number
}

type AccountPage = { accounts: Account[]; nextPageToken?: string }

type NewAccount = { email: string; password: string; displayName?: string }

/** What an admin may change; an empty name removes it. A new password makes earlier sign-ins void. */
type AccountChange = { displayName?: string; password?: string; disabled?: boolean }

/** `sent` where the provider wrote to the account's owner; a `link` to hand over where it can't. */
type PasswordReset = { sent: true } | { sent: false; link: string }

/** Most accounts a page holds, and most that `getMany` is asked for at once. */
export const accountLimits = { page: 1000, many: 100 }

/**
 * The provider's accounts. Every call may be refused with `unavailable`, when the provider doesn't answer or this
 * portal has no credentials for it.
 */
export type Accounts = {
  /** In an order that stays the same. Refuses a page token that isn't one with `badRequest`. */
  list: (page?: { limit?: number; pageToken?: string }) => Promise<AccountPage>
  get: (uid: string) => Promise<Account | undefined>
  /** Those that exist, in any order. */
  getMany: (uids: string[]) => Promise<Account[]>
  /**
   * A password account that bears the claim `createdByAdmin`. Refuses with `conflict` when the e-mail has an account,
   * with `invalid` an e-mail or a password that the provider doesn't take.
   */
  create: (account: NewAccount) => Promise<Account>
  /** Refuses with `notFound`, and with `invalid` a password that the provider doesn't take. */
  update: (uid: string, change: AccountChange) => Promise<Account>
  /** A missing account is no error. */
  delete: (uid: string) => Promise<void>
  /** Makes every sign-in up to now void: nothing can be renewed with it. Refuses with `notFound`. */
  revokeSessions: (uid: string) => Promise<Account>
  /** A way for the owner of this e-mail's account to choose a new password. Refuses with `notFound`. */
  resetPassword: (email: string) => Promise<PasswordReset>
}
