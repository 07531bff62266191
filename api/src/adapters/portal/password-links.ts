import { loadCommonPasswords } from '@portal/domain/common-passwords'
import { passwordFault, passwordFaults } from '@portal/domain/password-rule'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { SignInCalls } from '../../platform/identity/own-sign-in.ts'
import { revokeSessions } from '../../platform/identity/revoked-sessions.ts'
import { accountDisabled } from '../../platform/identity/sign-in-limits.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import {
  accountsCollection,
  findSecret,
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
}: Parts): Pick<SignInCalls, 'linkOwner' | 'choosePassword'> {
  /** The newest link of an account that may be used. */
  const openLink = async (link: string, transaction: StoreOperations = store) => {
    const secret = await findSecret(transaction, 'link', link, now())
    const account = secret && (await accountsCollection.in(transaction).get(secret.uid))
    const isNewest = account?.secrets.link === secretId(link)
    const isOpen =
      secret?.usedFor === undefined ? isNewest : account?.secrets.passwordHash === secret.usedFor
    if (!secret || !account || !isOpen) {
      throw new Refusal(
        'unauthenticated',
        'This link has been used or has expired. Please ask your Board Liaison for a new one.',
      )
    }
    if (account.disabled) throw accountDisabled()
    return { secret, account }
  }

  return {
    async linkOwner(link) {
      const { account } = await openLink(link)
      return { email: account.email }
    },

    async choosePassword({ link, password }) {
      const { secret: known, account: owner } = await openLink(link)
      // The same request sent again.
      if (known.usedFor !== undefined) {
        if (await hashes.isPassword(password, known.usedFor)) return
        throw linkUsed()
      }
      const common = await loadCommonPasswords()
      const fault = passwordFault(password, { person: owner, foundation, common })
      if (fault) throw new Refusal('invalid', passwordFaults[fault])
      const passwordHash = await hashes.hashOf(password)
      await store.transaction(async (transaction) => {
        const { secret, account } = await openLink(link, transaction)
        if (secret.usedFor !== undefined) throw linkUsed()
        const { id, revision, updatedAt: _updated, ...record } = secret
        await secretsCollection
          .in(transaction)
          .update(id, { ...record, usedFor: passwordHash }, revision)
        const providers = [...new Set([...account.providers, 'password'])]
        const at = now()
        const signInsBefore = Math.floor(at.getTime() / 1000)
        await saveAccount(transaction, account, {
          providers,
          validAfter: signInsBefore,
          secrets: { passwordHash, link: undefined },
        })
        const by = { uid: account.id, email: account.email }
        const ended = { signInsBefore, revokedAt: at.toISOString() }
        await revokeSessions(transaction, account.id, { reason: 'revoked', ...ended })
        await recordChange(transaction, { at, by, what: 'password chosen', subject: account.id })
      })
    },
  }
}

function linkUsed(): Refusal {
  return new Refusal('conflict', 'This link has been used already. Please sign in.')
}
