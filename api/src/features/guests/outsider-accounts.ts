import { randomBytes } from 'node:crypto'
import type { Person } from '@portal/contract/portal'
import { type Actor, lastChangeOf, recordChange } from '../../platform/audit/record-change.ts'
import { forgetFeed } from '../../platform/identity/feed-addresses.ts'
import {
  accountKindsCollection,
  forgetAccountKind,
  type StoredKind,
} from '../../platform/identity/account-kinds.ts'
import { accountByEmail, type Accounts } from '../../platform/identity/accounts.ts'
import { revokeSessions, signInsUntil } from '../../platform/identity/revoked-sessions.ts'
import { forgetSetPassword } from '../../platform/identity/set-passwords.ts'
import { forgetVisits } from '../../platform/identity/visits.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { invitationsCollection } from './invitations-in-memory.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'

type Parts = {
  accounts: Accounts
  /** Creates an account that is in the audit, and refuses an address that has one or that isn't an address. */
  create: (
    caller: Person,
    person: { email: string; name: string; password: string },
  ) => Promise<{ uid: string; email: string }>
  admins: { current: () => ReadonlySet<string> }
  store: DocumentStore
  now: () => Date
}

export type OutsiderAccounts = ReturnType<typeof createOutsiderAccounts>

export type NewOutsider = Pick<StoredKind, 'kind' | 'assists' | 'entry'> & {
  name: string
  email: string
}

/**
 * The accounts of guests and assistants. An account without the record of its kind can't sign in, so the record comes
 * last when one is made, and goes first when one ends.
 */
export function createOutsiderAccounts({ accounts, create, admins, store, now }: Parts) {
  /** The account that a request before this one has made, without its record. */
  const leftOver = async (email: string) => {
    const account = await accountByEmail(accounts, email)
    if (!account?.isOutsiders) return undefined
    return (await accountKindsCollection.in(store).get(account.uid)) ? undefined : account
  }

  return {
    /** Creates the account, with a password that nobody sees. `within` is done in the transaction of its record. */
    async add<T>(
      caller: Person,
      { email: given, ...person }: NewOutsider,
      within: (transaction: StoreOperations, stored: StoredKind & { id: string }) => Promise<T>,
    ): Promise<T> {
      const email = given.trim().toLowerCase()
      if (person.name.trim() === '') throw new Refusal('invalid', 'A name is required.')
      if (admins.current().has(email)) {
        throw new Refusal('conflict', 'This is an admin’s address. Admins see every meeting.')
      }
      const password = randomBytes(24).toString('base64url')
      const account =
        (await leftOver(email)) ?? (await create(caller, { email, name: person.name, password }))
      const body: StoredKind = {
        ...person,
        name: person.name.trim(),
        email: account.email,
        since: now().toISOString(),
      }
      return store.transaction(async (transaction) => {
        await accountKindsCollection.in(transaction).create(account.uid, body)
        const what = `${person.kind} added`
        await recordChange(transaction, {
          at: now(),
          by: caller,
          what,
          subject: account.uid,
          after: audited(body),
        })
        return within(transaction, { ...body, id: account.uid })
      })
    },

    async change(caller: Actor, uid: string, mayReply: boolean): Promise<void> {
      await store.transaction(async (transaction) => {
        const kinds = accountKindsCollection.in(transaction)
        const current = await kinds.get(uid)
        if (!current?.assists) throw notFound()
        const before = bodyOf(current) as StoredKind
        const after = { ...before, assists: { ...current.assists, mayReply } }
        if (isSameBody(before, after)) return
        await kinds.update(uid, after, current.revision)
        await recordChange(transaction, {
          at: now(),
          by: caller,
          what: 'assistant saved',
          subject: uid,
          before: audited(before),
          after: audited(after),
        })
      })
    },

    /** Makes a guest a member, with the same account. Repeating it completes it. */
    async makeMember(
      caller: Actor,
      uid: string,
      within: (transaction: StoreOperations) => Promise<void>,
    ): Promise<void> {
      const what = 'guest made a member'
      await endKind({ store, now }, { caller, uid, kind: 'guest', what, reason: 'revoked', within })
      await accounts.update(uid, { isMembers: true })
    },

    end: (
      caller: Actor,
      uid: string,
      kind: StoredKind['kind'],
      within?: (transaction: StoreOperations) => Promise<void>,
    ) => endOutsider({ accounts, store, now }, { caller, uid, kind, within }),
  }
}

type Ending = {
  caller: Actor
  uid: string
  kind: StoredKind['kind']
  /** Done in the transaction that ends the access. */
  within?: ((transaction: StoreOperations) => Promise<void>) | undefined
}

type EndingParts = Pick<Parts, 'store' | 'now'> & { accounts: Pick<Accounts, 'delete'> }

/** Ends the sign-ins at once, on every instance, and then deletes the account. Repeating it completes it. */
async function endOutsider(
  { accounts, ...parts }: EndingParts,
  { within, ...ending }: Ending,
): Promise<void> {
  const { uid, kind } = ending
  await endKind(parts, {
    ...ending,
    what: `${kind} ended`,
    reason: 'deleted',
    async within(transaction) {
      await within?.(transaction)
      await forgetFeed(transaction, uid)
      await forgetVisits(transaction, uid)
      await forgetSetPassword(transaction, uid)
    },
  })
  await accounts.delete(uid)
}

type KindEnding = Ending & { what: string; reason: 'deleted' | 'revoked' }

/** Deletes the record of an account's kind, with its sign-ins. Repeating it changes nothing. */
async function endKind(
  { store, now }: Pick<Parts, 'store' | 'now'>,
  { caller, uid, kind, what, reason, within }: KindEnding,
): Promise<void> {
  await store.transaction(async (transaction) => {
    const current = await accountKindsCollection.in(transaction).get(uid)
    if (!current || current.kind !== kind) {
      if (!current && (await lastChangeOf(transaction, uid))?.what === what) return
      throw notFound()
    }
    const at = now()
    await within?.(transaction)
    await forgetAccountKind(transaction, uid)
    await revokeSessions(transaction, uid, {
      reason,
      signInsBefore: signInsUntil(at),
      revokedAt: at.toISOString(),
    })
    await recordChange(transaction, {
      at,
      by: caller,
      what,
      subject: uid,
      before: audited(current),
    })
  })
}

/**
 * Deletes what an account that is deleted or erased leaves: the record of its kind, its invitations, also those of an
 * entry of its person, and its assistants with their accounts. Repeating it completes it.
 */
export async function forgetOutsiders(
  parts: EndingParts,
  { caller, uid, entries = [] }: { caller: Actor; uid: string; entries?: readonly string[] },
): Promise<void> {
  const { store } = parts
  for (const person of [uid, ...entries]) {
    const invitations = invitationsCollection.in(store)
    const { documents } = await invitations.list({ where: { person } })
    for (const { id } of documents) await invitations.delete(id)
  }
  await forgetAccountKind(store, uid)
  for await (const page of accountKindsCollection.in(store).pages()) {
    for (const { id, assists } of page) {
      if (assists?.account === uid) {
        await endOutsider(parts, { caller, uid: id, kind: 'assistant' })
      }
    }
  }
}

/** What the audit records of a guest or an assistant, with both names of the latter. */
function audited({ kind, name, email, entry, assists }: StoredKind) {
  return {
    kind,
    name,
    email,
    ...(entry === undefined ? {} : { entry }),
    ...(assists
      ? { assists: `${assists.name} (${assists.email})`, mayReply: assists.mayReply }
      : {}),
  }
}

function notFound(): Refusal {
  return new Refusal('notFound', 'This account no longer exists.')
}
