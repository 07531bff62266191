import { loadCommonPasswords } from '@portal/domain/common-passwords'
import { passwordFault, passwordFaults } from '@portal/domain/password-rule'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { Account } from '../../platform/identity/accounts.ts'
import type { LinkCalls } from '../../platform/identity/own-sign-in.ts'
import { revokeSessions } from '../../platform/identity/revoked-sessions.ts'
import { accountDisabled } from '../../platform/identity/sign-in-limits.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import {
  accountsCollection,
  findSecret,
  isDisabled,
  saveAccount,
  secretId,
  secretsCollection,
} from './account-records.ts'
import type { PasswordHashes } from './password-hashes.ts'

type Parts = {
  store: DocumentStore
  hashes: PasswordHashes
  foundation: { name: string; domain: string }
  now: () => Date
}

/** The links with which people choose a password. */
export function createPasswordLinks({
  store,
  hashes,
  foundation,
  now,
}: Parts): Omit<LinkCalls, 'prune'> {
  /** The newest link of an account that may be used. */
  const openLink = async (link: string, transaction: StoreOperations = store) => {
    const secret = await findSecret(transaction, 'link', link, now())
    const account = secret && (await accountsCollection.in(transaction).get(secret.uid))
    const isNewest = account?.secrets.link === secretId(link)
    const isOpen =
      secret?.usedFor === undefined ? isNewest : account?.secrets.passwordHash === secret.usedFor
    if (!secret || !account || !isOpen) throw linkIsVoid()
    if (isDisabled(account)) throw accountDisabled()
    return { secret, account }
  }

  return {
    async linkOwner(link) {
      const { secret, account } = await openLink(link)
      if (secret.usedFor !== undefined) throw linkIsUsed()
      return { email: account.email }
    },

    async choosePassword({ link, password }) {
      const { secret: known, account: owner } = await openLink(link)
      // The same request sent again.
      if (known.usedFor !== undefined) {
        if (await hashes.isPassword(password, known.usedFor)) return
        throw linkIsUsed()
      }
      await mustBeGoodPassword(password, owner, foundation)
      const passwordHash = await hashes.hashOf(password)
      await store.transaction(async (transaction) => {
        const { secret, account } = await openLink(link, transaction)
        if (secret.usedFor !== undefined) throw linkIsUsed()
        const { id, revision, updatedAt: _updated, ...record } = secret
        await secretsCollection
          .in(transaction)
          .update(id, { ...record, usedFor: passwordHash }, revision)
        const providers = [...new Set([...account.providers, 'password'])]
        const at = now()
        await saveAccount(transaction, account, {
          providers,
          validAfter: Math.floor(at.getTime() / 1000),
          secrets: { passwordHash, link: undefined },
        })
        await recordChosenPassword(transaction, { uid: account.id, email: account.email }, at)
      })
    },
  }
}

const day = 86_400_000
/** How long links are valid, in ms: invitations wait for people who rarely sign in. */
const linkTime = { invitation: 14 * day, reset: day }

export const linkIsUsed = () =>
  new Refusal('conflict', 'This link has been used already. Please sign in.')

export const linkIsVoid = () =>
  new Refusal(
    'unauthenticated',
    'This link has been used or has expired. Please ask your Board Liaison for a new one.',
  )

/** ISO 8601. */
export function linkExpiry(
  { lastSignInAt }: { lastSignInAt?: string | undefined },
  now: Date,
): string {
  const kind = lastSignInAt === undefined ? 'invitation' : 'reset'
  return new Date(now.getTime() + linkTime[kind]).toISOString()
}

/** The secret is behind the #, so that no server and no other site learns it. */
export function linkAddress(publicUrl: string, secret: string): string {
  return `${publicUrl}/choose-password#${secret}`
}

export async function mustBeGoodPassword(
  password: string,
  person: { email: string; displayName?: string | undefined },
  foundation: Parts['foundation'],
): Promise<void> {
  const common = await loadCommonPasswords()
  const fault = passwordFault(password, { person, foundation, common })
  if (fault) throw new Refusal('invalid', passwordFaults[fault])
}

/** Ends the account's sign-ins, and audits that its person has chosen a password. */
export async function recordChosenPassword(
  transaction: StoreOperations,
  { uid, email }: Pick<Account, 'uid' | 'email'>,
  at: Date,
): Promise<void> {
  const signInsBefore = Math.floor(at.getTime() / 1000)
  const ended = { signInsBefore, revokedAt: at.toISOString() }
  await revokeSessions(transaction, uid, { reason: 'revoked', ...ended })
  await recordChange(transaction, { at, by: { uid, email }, what: 'password chosen', subject: uid })
}
