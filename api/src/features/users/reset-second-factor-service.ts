import type { Person } from '@portal/contract/portal'
import type { User } from '@portal/contract/users'
import { type AdminKeyHolder, mustManageUsers } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { revokeSessions, signInsUntil } from '../../platform/identity/revoked-sessions.ts'
import { saveSecondFactor, type SecondFactors } from '../../platform/identity/second-factors.ts'
import {
  noteFactorRemoved,
  type SetPasswords,
  shownClosed,
} from '../../platform/identity/set-passwords.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { Account, Accounts } from '../../platform/identity/accounts.ts'
import { auditedUser, shownUser } from './shown-user.ts'
import { isAdminAccount } from './user-rules.ts'

type Caller = Person | AdminKeyHolder

export type ResetSecondFactorService = {
  /**
   * Removes an account's second factors, for someone who has lost their phone, and ends its sign-ins. Its owner sees
   * a notice at the next sign-in. Changes nothing if there is none.
   */
  reset: (caller: Caller, uid: string) => Promise<User>
}

export type ResetSecondFactorParts = {
  accounts: Accounts
  admins: { current: () => ReadonlySet<string> }
  secondFactors: Pick<SecondFactors, 'get'>
  setPasswords: Pick<SetPasswords, 'get'>
  store: DocumentStore
  domain: string
  now: () => Date
}

export function createResetSecondFactorService(
  parts: ResetSecondFactorParts,
): ResetSecondFactorService {
  const { accounts, admins, secondFactors, setPasswords, store, domain, now } = parts
  const show = (account: Account, caller: Caller, closed = setPasswords.get(account.uid)) => ({
    ...shownUser(account, isAdminAccount(account, domain, admins.current())),
    ...shownClosed(closed, caller),
  })
  return {
    async reset(caller, uid) {
      mustManageUsers(caller)
      const before = await accounts.get(uid)
      if (!before) throw new Refusal('notFound', 'User not found')
      const isKnown = secondFactors.get(uid)?.isOn ?? false
      if (!before.hasSecondFactor && !isKnown) return show(before, caller)
      // Recorded first, so that repeating the request completes it if recording the rest fails.
      const record = await store.transaction(async (transaction) => {
        await saveSecondFactor(transaction, uid, { isOn: true, at: now() })
        return noteFactorRemoved(transaction, uid, caller)
      })
      await accounts.removeSecondFactors(uid)
      const after = await accounts.revokeSessions(uid)
      await store.transaction(async (transaction) => {
        const at = now()
        const resetAt = at.toISOString()
        await saveSecondFactor(transaction, uid, { isOn: false, resetAt, at })
        await revokeSessions(transaction, uid, {
          reason: before.disabled ? 'disabled' : 'revoked',
          signInsBefore: Math.max(signInsUntil(at), after.validAfter),
          revokedAt: resetAt,
        })
        await recordChange(transaction, {
          at,
          by: caller,
          what: 'second factor reset',
          subject: uid,
          before: { ...auditedUser(before), hasSecondFactor: true },
          after: { ...auditedUser(after), hasSecondFactor: false },
        })
      })
      return show(after, caller, record)
    },
  }
}
