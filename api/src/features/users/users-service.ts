import type { Person } from '@portal/contract/portal'
import type { createUser, listUsers, resetPassword, updateUser, User } from '@portal/contract/users'
import type { Reply } from '@portal/contract/endpoint'
import type * as z from 'zod/mini'
import { type AdminKeyHolder, mustManageUsers } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { forgetFeed } from '../../platform/identity/feed-addresses.ts'
import { forgetLastDay } from '../../platform/identity/last-days.ts'
import { accountDisabled } from '../../platform/identity/sign-in-limits.ts'
import {
  type RevokedSession,
  type RevokedSessions,
  revokeSessions,
  signInsUntil,
} from '../../platform/identity/revoked-sessions.ts'
import {
  forgetSetPassword,
  saveSetPassword,
  type SetPasswords,
  shownClosed,
  takeBackSetPassword,
} from '../../platform/identity/set-passwords.ts'
import { forgetVisits } from '../../platform/identity/visits.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import {
  type Account,
  accountLimits,
  type Accounts,
  type ResetOptions,
} from '../../platform/identity/accounts.ts'
import type { MailService } from '../mail/mail-feature.ts'
import { forgetOutsiders } from '../guests/guests-feature.ts'
import { passwordLinkMail, passwordSetMail } from './account-mails.ts'
import type { OwnRecords } from './own-records.ts'
import { createAccountCreations } from './account-creations.ts'
import { auditedUser, shownUser } from './shown-user.ts'
import {
  emailOf,
  isAdminAccount,
  mustBePasswordAccount,
  refuseAdmin,
  refuseOneself,
  validPassword,
} from './user-rules.ts'

type Caller = Person | AdminKeyHolder

export type UsersService = {
  list: (caller: Caller, page: z.output<typeof listUsers.query>) => Promise<Reply<typeof listUsers>>
  create: (caller: Caller, request: z.output<typeof createUser.body>) => Promise<User>
  update: (caller: Caller, uid: string, change: z.output<typeof updateUser.body>) => Promise<User>
  delete: (caller: Caller, uid: string) => Promise<void>
  resetPassword: (
    caller: Caller,
    uid: string,
    options: ResetOptions,
  ) => Promise<Reply<typeof resetPassword>>
  /** Mails a link for choosing a password to the owner alone. */
  mailPassword: (caller: Caller, uid: string) => Promise<Reply<typeof resetPassword>>
}

export type UsersParts = {
  accounts: Accounts
  admins: { current: () => ReadonlySet<string> }
  revoked: Pick<RevokedSessions, 'get'>
  setPasswords: Pick<SetPasswords, 'get'>
  store: DocumentStore
  records: OwnRecords
  /** New passwords aren't the foundation's name. */
  foundation: { name: string; domain: string }
  mail: Pick<MailService, 'onSince' | 'queue' | 'wake'>
  now: () => Date
}

/** The provider refused a change and made none of it. */
const refusals: ReadonlySet<string> = new Set(['invalid', 'notFound', 'conflict'])

/** Maximum users returned by one call without a limit. */
const maxUsers = 10_000

/**
 * Changes are made at the provider first and recorded in the portal afterwards, so that no session ends for a change
 * that the provider refused. If recording fails, repeating the request completes it.
 */
export function createUsersService(parts: UsersParts): UsersService {
  const { accounts, admins, revoked, setPasswords, store, records } = parts
  const { foundation, mail, now } = parts
  const creations = createAccountCreations(parts)

  const existing = async (uid: string): Promise<Account> => {
    const account = await accounts.get(uid)
    if (!account) throw new Refusal('notFound', 'User not found')
    return account
  }
  const isAdmin = (account: Account) => isAdminAccount(account, foundation.domain, admins.current())
  const show = (
    account: Account,
    caller: Caller,
    closed = setPasswords.get(account.uid),
  ): User => ({ ...shownUser(account, isAdmin(account)), ...shownClosed(closed, caller) })

  type Written = {
    what: string
    uid: string
    before?: unknown
    after?: unknown
    /** Why sessions end; `revoked` with the time 0 lifts an earlier disabling. */
    session?: Pick<RevokedSession, 'reason' | 'signInsBefore'> | undefined
  }
  const write = (by: Caller, { uid, session, ...change }: Written) =>
    store.transaction(async (transaction) => {
      const at = now()
      if (session)
        await revokeSessions(transaction, uid, { ...session, revokedAt: at.toISOString() })
      if (session?.reason === 'deleted') {
        await forgetVisits(transaction, uid)
        await forgetSetPassword(transaction, uid)
        await forgetLastDay(transaction, uid)
        await forgetFeed(transaction, uid)
      }
      await recordChange(transaction, { at, by, subject: uid, ...change })
    })
  const forget = async (caller: Caller, uid: string) => {
    await forgetOutsiders({ store, accounts, now }, { caller, uid })
    await records.forget(uid)
  }
  /** By this clock or the provider's, whichever is ahead. */
  const until = (account?: Account) => Math.max(signInsUntil(now()), account?.validAfter ?? 0)

  return {
    async list(caller, { limit, pageToken }) {
      mustManageUsers(caller)
      const users: User[] = []
      const most = limit ?? maxUsers
      let next = pageToken
      do {
        const page = await accounts.list({
          limit: Math.min(accountLimits.page, most - users.length),
          ...(next === undefined ? {} : { pageToken: next }),
        })
        users.push(...page.accounts.map((account) => show(account, caller)))
        next = page.nextPageToken
      } while (next !== undefined && users.length < most)
      return next === undefined ? { users } : { users, nextPageToken: next }
    },

    async create(caller, { password = '', isAdmin: wantsAdmin, ...request }) {
      mustManageUsers(caller)
      refuseAdmin(wantsAdmin)
      const person = {
        email: emailOf(request.email),
        displayName: request.displayName?.trim() ?? '',
      }
      await validPassword(password, { person, foundation })
      return show(await creations.create(caller, { ...person, password }), caller)
    },

    async update(caller, uid, request) {
      mustManageUsers(caller)
      const { disabled } = request
      const password = request.password?.trim() === '' ? undefined : request.password
      const displayName = request.displayName?.trim()
      const before = await existing(uid)
      const email = request.email === undefined ? before.email : emailOf(request.email)
      const isRenamed = displayName !== undefined && displayName !== (before.displayName ?? '')
      const isMoved = email !== before.email
      const mayBeTakenOver = isMoved || password !== undefined
      if (isRenamed || mayBeTakenOver) mustBePasswordAccount(before, 'changed')
      if (password !== undefined) {
        const person = { email, displayName: displayName ?? before.displayName }
        await validPassword(password, { person, foundation })
      }
      if (disabled === true) refuseDisabling(caller, before)

      const isDisabled = revoked.get(uid)?.reason === 'disabled'
      // Also covers a change at the provider that the portal hasn't noticed yet.
      const isSwitched =
        disabled !== undefined && (disabled !== before.disabled || disabled !== isDisabled)
      if (!isRenamed && !mayBeTakenOver && !isSwitched) return show(before, caller)

      const changes = {
        ...(isRenamed ? { displayName } : {}),
        ...(isMoved ? { email } : {}),
        ...(password === undefined ? {} : { password }),
        ...(isSwitched ? { disabled } : {}),
      }
      // Anyone who reads the mail of the new address can choose a password.
      const kind = password === undefined ? 'link' : 'password'
      const set = mayBeTakenOver
        ? await notePassword(caller, { ...before, email }, { kind, isNewAddress: isMoved })
        : undefined
      const after = await accounts.update(uid, changes).catch(async (error: unknown) => {
        // Certainly nothing was changed. Otherwise the records stay closed until the request is repeated.
        const isRefused = error instanceof Refusal && refusals.has(error.code)
        if (set && isRefused) {
          await store.transaction((transaction) =>
            takeBackSetPassword(transaction, uid, set.before),
          )
        }
        throw error
      })
      const endsSessions = mayBeTakenOver || (isSwitched && disabled)
      const ended = endsSessions ? await accounts.revokeSessions(uid) : after
      const what = isSwitched ? `user ${disabled ? 'disabled' : 'enabled'}` : 'user saved'
      await write(caller, {
        what,
        uid,
        before: auditedUser(before),
        after: {
          ...auditedUser(after),
          ...(password === undefined ? {} : { passwordChanged: true }),
        },
        session:
          endsSessions || isSwitched
            ? {
                reason: after.disabled ? 'disabled' : 'revoked',
                signInsBefore: endsSessions ? until(ended) : 0,
              }
            : undefined,
      })
      return show(after, caller, set?.after)
    },

    async delete(caller, uid) {
      mustManageUsers(caller)
      refuseOneself(caller, uid)
      const before = await accounts.get(uid)
      if (!before) {
        // The same deletion sent again.
        if (revoked.get(uid)?.reason === 'deleted') return forget(caller, uid)
        throw new Refusal('notFound', 'User not found')
      }
      mustBePasswordAccount(before, 'deleted')
      const held = await records.heldRefusal(before)
      if (held !== undefined) throw new Refusal('conflict', held)
      await accounts.delete(uid)
      await write(caller, {
        what: 'user deleted',
        uid,
        before: auditedUser(before),
        session: { reason: 'deleted', signInsBefore: until(before) },
      })
      await forget(caller, uid)
    },

    async resetPassword(caller, uid, options) {
      mustManageUsers(caller)
      const account = await existing(uid)
      mustBePasswordAccount(account, 'changed')
      if (account.disabled) throw new Refusal('conflict', accountDisabled().message)
      const reset = await accounts.resetPassword(account.email, options)
      const offered = { what: 'password reset offered', uid, after: { email: account.email } }
      // A mailed link reaches the owner alone.
      if (reset.sent) {
        await write(caller, offered)
        return reset
      }
      // Before the link is handed out. An invitation has nothing to protect.
      if (!(await records.isUnused(account))) await notePassword(caller, account, { kind: 'link' })
      const ended = await accounts.revokeSessions(uid)
      await write(caller, {
        ...offered,
        session: { reason: 'revoked', signInsBefore: until(ended) },
      })
      return reset
    },

    async mailPassword(caller, uid) {
      mustManageUsers(caller)
      const account = await existing(uid)
      mustBePasswordAccount(account, 'changed')
      if (account.disabled) throw new Refusal('conflict', accountDisabled().message)
      if (!(await mail.onSince())) {
        throw new Refusal('conflict', 'The portal sends no mail. Please hand a link over instead.')
      }
      const isNew = await records.isUnused(account)
      const at = now()
      await store.transaction(async (transaction) => {
        await mail.queue(transaction, [passwordLinkMail(account, foundation.name, { isNew, at })])
        const after = { email: account.email }
        const what = 'password reset offered'
        await recordChange(transaction, { at, by: caller, what, subject: uid, after })
      })
      mail.wake()
      return { sent: true }
    },
  }

  async function notePassword(
    by: Caller,
    account: Account,
    how: { kind: 'password' | 'link'; isNewAddress?: boolean },
  ) {
    const has = await records.has(account.uid)
    const at = now()
    return store.transaction(async (transaction) => {
      const saved = await saveSetPassword(transaction, { account, ...how, by, at, hasRecords: has })
      if (how.kind === 'password') {
        await mail.queue(transaction, [passwordSetMail(account, foundation.name, at)])
      }
      return saved
    })
  }

  function refuseDisabling(caller: Caller, account: Account): void {
    refuseOneself(caller, account.uid)
    // The list of admins must always contain someone who can sign in.
    if (isAdmin(account)) {
      throw new Refusal('conflict', 'This user is an admin. Revoke the admin status first.')
    }
  }
}
