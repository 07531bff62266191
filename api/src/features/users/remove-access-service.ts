import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import type { getUserAccess, PersonOverview, User } from '@portal/contract/users'
import { type AdminKeyHolder, isQaAccount, mustManageUsers } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { DesignatedAdminsService } from '../../platform/identity/designated-admins-service.ts'
import { signInRuleOf } from '../../platform/identity/sign-in-limits.ts'
import {
  type RevokedSession,
  revokeSessions,
  signInsUntil,
} from '../../platform/identity/revoked-sessions.ts'
import { type SetPasswords, shownClosed } from '../../platform/identity/set-passwords.ts'
import type { SignInsService } from '../../platform/identity/sign-ins-service.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { Account, Accounts } from '../../platform/identity/accounts.ts'
import { auditedUser, shownUser } from './shown-user.ts'
import { isAdminAccount } from './user-rules.ts'

type Caller = Person | AdminKeyHolder

export type RemoveAccessService = {
  /** What `remove` would do. */
  preview: (caller: Caller, uid: string) => Promise<Reply<typeof getUserAccess>>
  /** An account with its access; undefined if there is none. */
  overview: (caller: Caller, uid: string) => Promise<PersonOverview['account']>
  /** Withdraws the designation, disables the account and ends its sign-ins. Repeating it completes it. */
  remove: (caller: Caller, uid: string) => Promise<User>
  /** Ends the account's sign-ins and leaves the account as it is. */
  endSignIns: (caller: Caller, uid: string) => Promise<void>
}

export type RemoveAccessParts = {
  accounts: Accounts
  admins: { current: () => ReadonlySet<string> }
  designation: Pick<DesignatedAdminsService, 'remove'>
  signIns: Pick<SignInsService, 'count'>
  setPasswords: Pick<SetPasswords, 'get'>
  /** Comparable e-mail addresses of accounts that only read. */
  qaAccounts: ReadonlySet<string>
  store: DocumentStore
  domain: string
  now: () => Date
}

export function createRemoveAccessService(parts: RemoveAccessParts): RemoveAccessService {
  const { accounts, admins, designation, signIns, setPasswords } = parts
  const { qaAccounts, store, domain, now } = parts

  const existing = async (uid: string): Promise<Account> => {
    const account = await accounts.get(uid)
    if (!account) throw new Refusal('notFound', 'User not found')
    return account
  }
  const isAdmin = (account: Account) => isAdminAccount(account, domain, admins.current())
  const refusalFor = (caller: Caller, account: Account): string | undefined => {
    if ('uid' in caller && caller.uid === account.uid) return 'You can’t remove your own access.'
    if (!isAdmin(account)) return undefined
    if ('key' in caller) return 'Only an admin can remove another admin’s access.'
    return admins.current().size === 1
      ? 'This is the last admin. Designate another one first.'
      : undefined
  }
  const record = (
    by: Caller,
    change: { what: string; before: Account; after?: Account; reason: RevokedSession['reason'] },
  ) =>
    store.transaction(async (transaction) => {
      const at = now()
      const { what, before, after, reason } = change
      const signInsBefore = Math.max(signInsUntil(at), after?.validAfter ?? 0)
      const revokedAt = at.toISOString()
      await revokeSessions(transaction, before.uid, { reason, signInsBefore, revokedAt })
      await recordChange(transaction, {
        at,
        by,
        what,
        subject: before.uid,
        before: auditedUser(before),
        after: auditedUser(after ?? before),
      })
    })

  const accessOf = (caller: Caller, account: Account): Reply<typeof getUserAccess> => {
    const refusal = refusalFor(caller, account)
    const admin = isAdmin(account)
    const isQa = isQaAccount(account.email, qaAccounts)
    return {
      disabled: account.disabled,
      isAdmin: admin,
      signIns: signIns.count(account.uid, signInRuleOf({ isAdmin: admin, isQa })),
      ...(refusal === undefined ? {} : { refusal }),
    }
  }

  return {
    async preview(caller, uid) {
      mustManageUsers(caller)
      return accessOf(caller, await existing(uid))
    },

    async overview(caller, uid) {
      mustManageUsers(caller)
      const account = await accounts.get(uid)
      if (!account) return undefined
      const closed = shownClosed(setPasswords.get(uid), caller)
      const user = { ...shownUser(account, isAdmin(account)), ...closed }
      return { user, access: accessOf(caller, account) }
    },

    async remove(caller, uid) {
      mustManageUsers(caller)
      const before = await existing(uid)
      const refusal = refusalFor(caller, before)
      if (refusal !== undefined) throw new Refusal('conflict', refusal)
      if ('uid' in caller && isAdmin(before)) await designation.remove(caller, before.email)
      await accounts.update(uid, { disabled: true })
      const after = await accounts.revokeSessions(uid)
      await record(caller, { what: 'access removed', before, after, reason: 'disabled' })
      return { ...shownUser(after, false), ...shownClosed(setPasswords.get(uid), caller) }
    },

    async endSignIns(caller, uid) {
      mustManageUsers(caller)
      const before = await existing(uid)
      const after = await accounts.revokeSessions(uid)
      const reason = before.disabled ? 'disabled' : 'revoked'
      await record(caller, { what: 'sign-ins ended', before, after, reason })
    },
  }
}
