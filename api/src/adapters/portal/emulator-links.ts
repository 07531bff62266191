import { accountByEmail, type Accounts } from '../../platform/identity/accounts.ts'
import type { LinkCalls } from '../../platform/identity/own-sign-in.ts'
import { accountDisabled } from '../../platform/identity/sign-in-limits.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import {
  addSecret,
  deleteExpired,
  findSecret,
  newSecret,
  secretsCollection,
} from './account-records.ts'
import { createPasswordHashes, type PasswordHashes } from './password-hashes.ts'
import {
  linkAddress,
  linkExpiry,
  linkIsUsed,
  linkIsVoid,
  mustBeGoodPassword,
  recordChosenPassword,
} from './password-links.ts'

type Options = {
  store: DocumentStore
  /** The accounts of the other service. */
  accounts: Accounts
  /** The portal's own address. */
  publicUrl: string
  foundation: { name: string; domain: string }
  hashes?: PasswordHashes
  now: () => Date
}

/**
 * Links to the portal's own page for accounts of another service, the Auth emulator: its links lead to a port that
 * changes at each start, and it forgets them.
 */
export function emulatorLinks(options: Options): { accounts: Accounts; links: LinkCalls } {
  const { store, accounts, publicUrl, foundation, hashes = createPasswordHashes(), now } = options

  /** An account has one link at most. */
  const voidLinks = async (transaction: StoreOperations, uid: string) => {
    const secrets = secretsCollection.in(transaction)
    const { documents } = await secrets.list({ where: { uid } })
    for (const { id } of documents) await secrets.delete(id)
  }
  const openLink = async (link: string) => {
    const found = await findSecret(store, 'link', link, now())
    const account = found && (await accounts.get(found.uid))
    if (!found || !account) throw linkIsVoid()
    if (account.disabled) throw accountDisabled()
    return { found, account }
  }

  return {
    accounts: {
      ...accounts,
      async update(uid, change, signal) {
        // A link that was made before must neither replace the password nor be used for another address.
        if (change.password !== undefined || change.email !== undefined) {
          await store.transaction((transaction) => voidLinks(transaction, uid), signal)
        }
        return accounts.update(uid, change, signal)
      },
      async resetPassword(email, _options, signal) {
        const account = await accountByEmail(accounts, email, signal)
        if (!account) throw new Refusal('notFound', 'User not found')
        const secret = newSecret()
        const expiresAt = linkExpiry(account, now())
        await store.transaction(async (transaction) => {
          await voidLinks(transaction, account.uid)
          await addSecret(transaction, { kind: 'link', uid: account.uid, expiresAt }, secret)
        }, signal)
        return { sent: false, link: linkAddress(publicUrl, secret) }
      },
    },
    links: {
      async linkOwner(link) {
        const { account } = await openLink(link)
        return { email: account.email }
      },
      async choosePassword({ link, password }) {
        const { found, account } = await openLink(link)
        if (found.usedFor === undefined) {
          await mustBeGoodPassword(password, account, foundation)
          const usedFor = await hashes.hashOf(password)
          await store.transaction(async (transaction) => {
            const current = await findSecret(transaction, 'link', link, now())
            if (!current) throw linkIsVoid()
            if (current.usedFor !== undefined) throw linkIsUsed()
            const { id, revision, updatedAt: _updated, ...record } = current
            await secretsCollection.in(transaction).update(id, { ...record, usedFor }, revision)
            await recordChosenPassword(transaction, account, now())
          })
        } else if (!(await hashes.isPassword(password, found.usedFor))) throw linkIsUsed()
        // Sent again, it completes what an unreachable service has prevented.
        await accounts.update(account.uid, { password })
      },
      prune: () => deleteExpired(store, secretsCollection, now()),
    },
  }
}
