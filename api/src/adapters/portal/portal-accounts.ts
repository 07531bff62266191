import { randomUUID } from 'node:crypto'
import { comparableEmail, isEmailAddress } from '@portal/domain/email-address'
import { type Accounts, accountLimits } from '../../platform/identity/accounts.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import {
  accountByName,
  accountNamesCollection,
  accountsCollection,
  addSecret,
  deleteSecretsOf,
  disabling,
  emailName,
  isDisabled,
  newSecret,
  saveAccount,
  secretId,
  shownAccount,
} from './account-records.ts'
import type { PasswordHashes } from './password-hashes.ts'
import { linkAddress, linkExpiry } from './password-links.ts'

type Options = {
  store: DocumentStore
  /** The portal's own address, for links. */
  publicUrl: string
  hashes: PasswordHashes
  now: () => Date
}

const longestPassword = 1000

/** Accounts in the portal's own store. Its calls have the store's deadlines. */
export function portalAccounts({ store, publicUrl, hashes, now }: Options): Accounts {
  const seconds = () => Math.floor(now().getTime() / 1000)
  const existing = async (transaction: StoreOperations, uid: string) => {
    const account = await accountsCollection.in(transaction).get(uid)
    if (!account) throw new Refusal('notFound', 'User not found')
    return account
  }
  const get: Accounts['get'] = async (uid, signal) => {
    signal?.throwIfAborted()
    const account = await accountsCollection.in(store).get(uid)
    return account && shownAccount(account)
  }
  const changed = (
    uid: string,
    change: Parameters<typeof saveAccount>[2],
    signal: AbortSignal | undefined,
  ) =>
    store.transaction(
      async (transaction) =>
        shownAccount(await saveAccount(transaction, await existing(transaction, uid), change)),
      signal,
    )

  /** The rule for passwords is the caller's; this is the least that a hash should protect. */
  const newHash = async (password: string) => {
    if (password.length < 8 || password.length > longestPassword) {
      throw new Refusal(
        'invalid',
        'The sign-in service doesn’t accept this password. Please choose another.',
      )
    }
    return hashes.hashOf(password)
  }

  return {
    get,
    async list({ limit = accountLimits.page, pageToken } = {}, signal) {
      signal?.throwIfAborted()
      const page = { limit, ...(pageToken === undefined ? {} : { after: pageToken }) }
      const { documents, next } = await accountsCollection.in(store).list(page)
      const accounts = documents.map(shownAccount)
      return next === undefined ? { accounts } : { accounts, nextPageToken: next }
    },
    async getMany(uids, signal) {
      const accounts = await Promise.all(uids.map((uid) => get(uid, signal)))
      return accounts.flatMap((account) => account ?? [])
    },
    async create({ email, password, displayName, isOutsiders = false }, signal) {
      signal?.throwIfAborted()
      const address = addressOf(email)
      const passwordHash = await newHash(password)
      const uid = randomUUID()
      return store.transaction(async (transaction) => {
        await takeName(transaction, address, uid)
        const stored = await accountsCollection.in(transaction).create(uid, {
          email: address,
          emailVerified: false,
          ...(displayName ? { displayName } : {}),
          providers: ['password'],
          ...disabling(isOutsiders, false),
          createdAt: now().toISOString(),
          validAfter: seconds(),
          secrets: { passwordHash, names: [emailName(address)] },
        })
        return shownAccount(stored)
      }, signal)
    },
    async update(uid, { displayName, email, password, disabled, isMembers }, signal) {
      signal?.throwIfAborted()
      const address = email === undefined ? undefined : addressOf(email)
      const passwordHash = password === undefined ? undefined : await newHash(password)
      const described = {
        ...(displayName === undefined ? {} : { displayName: displayName || undefined }),
        ...(passwordHash === undefined
          ? {}
          : // A link that was made before the password must not replace it.
            { validAfter: seconds(), secrets: { passwordHash, link: undefined } }),
      }
      return store.transaction(async (transaction) => {
        const before = await existing(transaction, uid)
        const isOutsiders = before.outsider !== undefined && !isMembers
        const isOff = disabled ?? isDisabled(before)
        const change = {
          ...described,
          ...(isMembers ? { outsider: undefined } : {}),
          ...(isMembers || disabled !== undefined ? disabling(isOutsiders, isOff) : {}),
        }
        if (address === undefined || address === before.email) {
          return shownAccount(await saveAccount(transaction, before, change))
        }
        await takeName(transaction, address, uid)
        await accountNamesCollection.in(transaction).delete(emailName(before.email))
        const kept = before.secrets.names.filter((name) => name !== emailName(before.email))
        return shownAccount(
          await saveAccount(transaction, before, {
            ...change,
            email: address,
            emailVerified: false,
            // A link that was handed over for the earlier address must not be used for this one.
            secrets: { ...change.secrets, link: undefined, names: [...kept, emailName(address)] },
          }),
        )
      }, signal)
    },
    async delete(uid, signal) {
      await store.transaction(async (transaction) => {
        const stored = await accountsCollection.raw(transaction).get(uid)
        if (!stored) return
        // An account that can't be read has no names to delete.
        const { names = [] } = (stored['secrets'] ?? {}) as { names?: string[] }
        for (const name of names) await accountNamesCollection.in(transaction).delete(name)
        await accountsCollection.in(transaction).delete(uid)
      }, signal)
      await deleteSecretsOf(store, uid)
    },
    revokeSessions: (uid, signal) => changed(uid, { validAfter: seconds() }, signal),
    removeSecondFactors: (uid, signal) => changed(uid, { secrets: { totp: undefined } }, signal),
    async resetPassword(email, _options, signal) {
      const secret = newSecret()
      await store.transaction(async (transaction) => {
        const account = await accountByName(transaction, emailName(comparableEmail(email)))
        if (!account) throw new Refusal('notFound', 'User not found')
        const expiresAt = linkExpiry(account, now())
        await addSecret(transaction, { kind: 'link', uid: account.id, expiresAt }, secret)
        await saveAccount(transaction, account, { secrets: { link: secretId(secret) } })
      }, signal)
      return { sent: false, link: linkAddress(publicUrl, secret) }
    },
  }
}

function addressOf(email: string): string {
  const address = comparableEmail(email)
  if (!isEmailAddress(address)) throw new Refusal('invalid', 'Invalid email address format.')
  return address
}

/** Makes this the address of one account. */
async function takeName(transaction: StoreOperations, address: string, uid: string): Promise<void> {
  const names = accountNamesCollection.in(transaction)
  if (await names.get(emailName(address))) {
    throw new Refusal('conflict', 'An account with this e-mail address already exists.')
  }
  await names.create(emailName(address), { uid })
}
