import { comparableEmail } from '@portal/domain/email-address'
import { randomUUID } from 'node:crypto'
import { type Account, accountLimits, type Accounts } from '../../platform/identity/accounts.ts'
import { Refusal } from '../../refusal.ts'

export type MemoryAccounts = Accounts & {
  /** Adds an account created elsewhere, such as by a first Google sign-in. */
  put: (account: Partial<Account> & { uid: string; email: string }) => void
  /** The account with this uid, which exists. */
  known: (uid: string) => Account
}

/** Accounts kept in memory, without credentials to sign in; for tests and demos. */
export function memoryAccounts(now: () => Date = () => new Date()): MemoryAccounts {
  const accounts = new Map<string, Account>()
  const seconds = () => Math.floor(now().getTime() / 1000)
  const existing = (uid: string): Account => {
    const account = accounts.get(uid)
    if (!account) throw new Refusal('notFound', 'User not found')
    return account
  }
  const keep = (account: Account): Account => {
    accounts.set(account.uid, account)
    return account
  }
  const byEmail = (email: string) =>
    [...accounts.values()].find((account) => account.email === email)
  /** The address in its comparable form, if no account but this one has it. */
  const freeAddress = (email: string, uid?: string): string => {
    const address = comparableEmail(email)
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
      throw new Refusal('invalid', 'Invalid email address format.')
    }
    const other = byEmail(address)
    if (other && other.uid !== uid) {
      throw new Refusal('conflict', 'An account with this e-mail address already exists.')
    }
    return address
  }

  return {
    put({ uid, email, ...rest }) {
      keep({
        uid,
        email: comparableEmail(email),
        emailVerified: true,
        providers: ['google.com'],
        disabled: false,
        hasSecondFactor: false,
        createdAt: now().toISOString(),
        validAfter: seconds(),
        ...rest,
      })
    },
    known: existing,
    async list({ limit = accountLimits.page, pageToken } = {}, signal) {
      signal?.throwIfAborted()
      if (pageToken !== undefined && !accounts.has(pageToken)) {
        throw new Refusal(
          'badRequest',
          'This page of users no longer exists. Please reload the list.',
        )
      }
      const after = [...accounts.values()]
        .toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
        .filter(({ uid }) => pageToken === undefined || uid > pageToken)
      const page = after.slice(0, limit)
      return after.length > page.length
        ? { accounts: page, nextPageToken: page.at(-1)!.uid }
        : { accounts: page }
    },
    async get(uid, signal) {
      signal?.throwIfAborted()
      return accounts.get(uid)
    },
    async getMany(uids, signal) {
      signal?.throwIfAborted()
      return uids.flatMap((uid) => accounts.get(uid) ?? [])
    },
    async create({ email, password, displayName, isOutsiders }, signal) {
      signal?.throwIfAborted()
      validatePassword(password)
      return keep({
        uid: randomUUID(),
        email: freeAddress(email),
        emailVerified: false,
        ...(displayName ? { displayName } : {}),
        ...(isOutsiders ? { isOutsiders } : {}),
        providers: ['password'],
        disabled: false,
        hasSecondFactor: false,
        createdAt: now().toISOString(),
        validAfter: seconds(),
      })
    },
    async update(uid, { displayName, email, password, disabled, isMembers }, signal) {
      signal?.throwIfAborted()
      const { displayName: nameBefore, isOutsiders, ...before } = existing(uid)
      if (password !== undefined) validatePassword(password)
      const name = displayName ?? nameBefore
      return keep({
        ...before,
        ...(email === undefined ? {} : { email: freeAddress(email, uid), emailVerified: false }),
        ...(name ? { displayName: name } : {}),
        ...(isOutsiders && !isMembers ? { isOutsiders } : {}),
        disabled: disabled ?? before.disabled,
        validAfter: password === undefined ? before.validAfter : seconds(),
      })
    },
    async delete(uid, signal) {
      signal?.throwIfAborted()
      accounts.delete(uid)
    },
    async revokeSessions(uid, signal) {
      signal?.throwIfAborted()
      return keep({ ...existing(uid), validAfter: seconds() })
    },
    async removeSecondFactors(uid, signal) {
      signal?.throwIfAborted()
      return keep({ ...existing(uid), hasSecondFactor: false })
    },
    async resetPassword(email, _options, signal) {
      signal?.throwIfAborted()
      const account = byEmail(comparableEmail(email))
      if (!account) throw new Refusal('notFound', 'User not found')
      return { sent: false, link: `http://portal.test/reset?uid=${account.uid}` }
    },
  }
}

/** Firebase also requires six characters. */
function validatePassword(password: string): void {
  if (password.length < 6) {
    throw new Refusal(
      'invalid',
      'The sign-in service doesn’t accept this password. Please choose another.',
    )
  }
}
