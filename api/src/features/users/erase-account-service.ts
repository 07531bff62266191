import type { Person } from '@portal/contract/portal'
import { mustManageUsers } from '../../access.ts'
import { lastChangeOf, recordChange } from '../../platform/audit/record-change.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { forgetFeed } from '../../platform/identity/feed-addresses.ts'
import type { Account, Accounts } from '../../platform/identity/accounts.ts'
import {
  forgetEndedSignIns,
  revokeSessions,
  signInsUntil,
} from '../../platform/identity/revoked-sessions.ts'
import { forgetSecondFactor } from '../../platform/identity/second-factors.ts'
import { forgetLastDay } from '../../platform/identity/last-days.ts'
import { forgetSetPassword } from '../../platform/identity/set-passwords.ts'
import { forgetSignIns } from '../../platform/identity/sign-ins.ts'
import { forgetVisits } from '../../platform/identity/visits.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { refuseWhileDamaged } from '../../platform/store/store-damage.ts'
import { Refusal } from '../../refusal.ts'
import { forgetAnswersAside, forgetCalendarInvitations } from '../feeds/feeds-feature.ts'
import { forgetEditor } from '../agendas/agendas-feature.ts'
import { forgetMails } from '../mail/mail-feature.ts'
import { forgetOutsiders } from '../guests/guests-feature.ts'
import { forgetNotices } from '../notices/notices-feature.ts'
import { forgetQuestions } from '../questions/questions-feature.ts'
import { eraseTerms } from '../bodies/bodies-feature.ts'
import type { Directory } from '../directory/directory-feature.ts'
import { eraseReplies } from '../replies/replies-feature.ts'
import type { PeopleInReleases } from '../releases/releases-feature.ts'
import { forgetUploads } from '../uploads/uploads-feature.ts'
import type { OwnRecords } from './own-records.ts'
import { auditedUser } from './shown-user.ts'
import { isAdminAccount } from './user-rules.ts'

type Parts = {
  accounts: Pick<Accounts, 'get' | 'delete'>
  admins: { current: () => ReadonlySet<string> }
  directory: Pick<Directory, 'accounts' | 'erase'>
  inReleases: Pick<PeopleInReleases, 'forget'>
  records: Pick<OwnRecords, 'forget' | 'heldRefusal'>
  store: DocumentStore
  blobs: BlobStore
  domain: string
  now: () => Date
}

const erased = 'account erased'

/**
 * Erases an account whose access has ended, of any kind. The act is recorded first and the account goes last, so an
 * erasure that is interrupted still shows the account, and repeating the request completes it.
 */
export function createEraseAccountService(parts: Parts) {
  const { accounts, admins, directory, inReleases, records } = parts
  const { store, blobs, domain, now } = parts

  const forget = async (by: Person, uid: string, email: string) => {
    await records.forget(uid)
    const linked = [...(await directory.accounts.all())].filter(([, account]) => account === uid)
    const entries = linked.map(([entry]) => entry)
    await forgetOutsiders({ store, accounts, now }, { caller: by, uid, entries })
    const people = [uid, ...entries, ...(await directory.accounts.formerOf(uid))]
    await eraseReplies({ store, now }, by, { uid, people })
    await forgetQuestions(store, uid)
    for (const person of people) await forgetMails(store, person)
    await forgetUploads({ store, blobs }, uid)
    await forgetEditor(store, uid)
    if (email !== '') await inReleases.forget(by, { uid, email })
    await forgetSignIns(store, uid)
    await forgetEndedSignIns(store, uid)
    await forgetSecondFactor(store, uid)
    await forgetVisits(store, uid)
    await forgetSetPassword(store, uid)
    await forgetLastDay(store, uid)
    for (const person of [uid, ...entries]) await forgetNotices(store, person)
    await forgetFeed(store, uid)
    await forgetCalendarInvitations(store, people)
    await forgetAnswersAside(store, email)
    for (const entry of entries) {
      // Before the entry: without it, a repeated request wouldn't find them.
      await eraseTerms({ store, now }, by, entry)
      await directory.erase(by, entry)
    }
    // An entry that an admin has deleted may have terms, and its deletion could be undone.
    for (const entry of await directory.accounts.formerOf(uid)) {
      await eraseTerms({ store, now }, by, entry)
      await directory.erase(by, entry)
    }
  }

  const record = (by: Person, account: Account) =>
    store.transaction(async (transaction) => {
      if ((await lastChangeOf(transaction, account.uid))?.what === erased) return
      const before = auditedUser(account)
      const what = erased
      await recordChange(transaction, { at: now(), by, what, subject: account.uid, before })
    })

  /** Why an account can't be erased yet, as a sentence; undefined if it can. */
  const refusalFor = async (caller: Person, account: Account): Promise<string | undefined> => {
    if (caller.uid === account.uid) return 'You can’t erase your own account.'
    const isAdmin = isAdminAccount(account, domain, admins.current())
    if (isAdmin || !account.disabled) return 'End their access first.'
    return records.heldRefusal(account)
  }

  return {
    refusalFor,

    async erase(caller: Person, uid: string): Promise<void> {
      mustManageUsers(caller)
      // What is left out would stay.
      refuseWhileDamaged(store)
      const account = await accounts.get(uid)
      if (!account) {
        const last = await lastChangeOf(store, uid)
        if (last?.what !== erased) throw new Refusal('notFound', 'User not found')
        const { email = '' } = (last.before ?? {}) as { email?: string }
        await forget(caller, uid, email)
      } else {
        const refusal = await refusalFor(caller, account)
        if (refusal !== undefined) throw new Refusal('conflict', refusal)
        await record(caller, account)
        await forget(caller, uid, account.email)
        await accounts.delete(uid)
      }
      const at = now()
      await revokeSessions(store, uid, {
        reason: 'deleted',
        signInsBefore: signInsUntil(at),
        revokedAt: at.toISOString(),
      })
    },
  }
}
