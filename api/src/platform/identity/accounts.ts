import { comparableEmail } from '@portal/domain/email-address'

/** A sign-in account as its provider stores it. */
export type Account = {
  uid: string
  /** Lower case; empty for an account without one. */
  email: string
  emailVerified: boolean
  displayName?: string
  /** Sign-in methods: `google.com`, `oidc`, `password`. */
  providers: string[]
  disabled: boolean
  /** A guest's or an assistant's; see `NewAccount`. */
  isOutsiders?: true
  hasSecondFactor: boolean
  /** ISO 8601, UTC. */
  createdAt: string
  /** Absent if the person has never signed in. */
  lastSignInAt?: string
  /** Seconds since 1970: earlier sign-ins are invalid. */
  validAfter: number
}

type AccountPage = { accounts: Account[]; nextPageToken?: string }

type NewAccount = {
  email: string
  password: string
  displayName?: string
  /**
   * A guest's or an assistant's: created without the claim that makes a member, so that nobody takes it for a member's
   * account without knowing its kind, such as an earlier release of the portal.
   */
  isOutsiders?: boolean
}

/**
 * What an admin may change; an empty name removes it. A new password invalidates earlier sign-ins. A new e-mail address
 * isn't verified, unless the provider can't send mail to verify it.
 */
type AccountChange = {
  displayName?: string
  email?: string
  password?: string
  disabled?: boolean
  /** Makes the account of a guest or an assistant one of a member, as if it had been created as one. */
  isMembers?: true
}

/** `sent` if the provider mailed the account's owner; otherwise a `link` to hand over. */
type PasswordReset = { sent: true } | { sent: false; link: string }

/** Maximum accounts per page, and per `getMany` call. */
export const accountLimits = { page: 1000, many: 100 }

/** A list of accounts, of which a caller may need only some fields. */
type Listing<A> = {
  list: (
    page: { limit: number; pageToken?: string },
    signal?: AbortSignal,
  ) => Promise<{ accounts: A[]; nextPageToken?: string }>
}

type Reading = { mostPages?: number; signal?: AbortSignal | undefined }

/** Reads the list page by page, in its order. */
export async function* everyAccount<A>(
  accounts: Listing<A>,
  { mostPages = Infinity, signal }: Reading = {},
): AsyncGenerator<A> {
  let pageToken: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const from = pageToken === undefined ? {} : { pageToken }
    const read = await accounts.list({ limit: accountLimits.page, ...from }, signal)
    yield* read.accounts
    pageToken = read.nextPageToken
    if (pageToken === undefined) return
  }
}

/** Searches the list, because not every provider can look up an address: its first 10,000 accounts. */
export async function accountByEmail<A extends { email: string }>(
  accounts: Listing<A>,
  email: string,
  signal?: AbortSignal,
): Promise<A | undefined> {
  const address = comparableEmail(email)
  for await (const account of everyAccount(accounts, { mostPages: 10, signal })) {
    if (account.email === address) return account
  }
  return undefined
}

/**
 * The provider's accounts. Every call may be refused with `unavailable` if the provider doesn't respond or the portal
 * has no credentials for it. A call whose `signal` is aborted rejects with its reason; a change may have been made then.
 */
export type Accounts = {
  /** In a stable order. Refuses an unknown page token with `badRequest`. */
  list: (
    page?: { limit?: number; pageToken?: string },
    signal?: AbortSignal,
  ) => Promise<AccountPage>
  get: (uid: string, signal?: AbortSignal) => Promise<Account | undefined>
  /** The accounts that exist, in any order. */
  getMany: (uids: string[], signal?: AbortSignal) => Promise<Account[]>
  /**
   * Creates a password account, with the claim `createdByAdmin` if it is a member's. Refuses with `conflict` if the e-mail is taken, and with
   * `invalid` if the provider rejects the e-mail or password.
   */
  create: (account: NewAccount, signal?: AbortSignal) => Promise<Account>
  /**
   * Refuses with `notFound`, with `conflict` if the e-mail is taken, and with `invalid` if the provider rejects the
   * e-mail or password.
   */
  update: (uid: string, change: AccountChange, signal?: AbortSignal) => Promise<Account>
  /** Deleting a missing account succeeds. */
  delete: (uid: string, signal?: AbortSignal) => Promise<void>
  /** Invalidates every sign-in so far, so that none can be renewed. Refuses with `notFound`. */
  revokeSessions: (uid: string, signal?: AbortSignal) => Promise<Account>
  /** Refuses with `notFound`. Removing none succeeds. */
  removeSecondFactors: (uid: string, signal?: AbortSignal) => Promise<Account>
  /** Lets the owner of this e-mail's account choose a new password. Refuses with `notFound`. */
  resetPassword: (
    email: string,
    options?: ResetOptions,
    signal?: AbortSignal,
  ) => Promise<PasswordReset>
}

export type ResetOptions = {
  /** Returns a link to hand over and sends nothing. */
  onlyLink?: boolean
}
