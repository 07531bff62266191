import { comparableEmail } from '@portal/domain/email-address'
import { type PasswordSet, passwordSet } from '@portal/contract/password-set'
import type { Person } from '@portal/contract/portal'
import type { User } from '@portal/contract/users'
import * as z from 'zod/mini'
import { type AdminKeyHolder, closedSentence } from '../../access.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../../refusal.ts'
import { defineCollection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'

/**
 * Collection `set_passwords`, id is the uid: how an admin last set a person's password, and whether the person's notes
 * and reading are closed since. Every instance watches it.
 */
const setPassword = z.extend(passwordSet, {
  /** The account's address, for the operator's command. */
  email: z.string(),
  /** While notes and reading are closed. */
  closed: z.optional(
    z.object({
      /** ISO 8601, UTC. */
      since: z.string(),
      /** Comparable addresses of the admins who set the password, or reset the second factor, since then. */
      involved: z.array(z.string()),
    }),
  ),
})
export type SetPassword = z.infer<typeof setPassword>

const setPasswordsCollection = defineCollection('set_passwords', setPassword)

export type SetPasswords = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  get: (uid: string) => SetPassword | undefined
}

export function createSetPasswords({ store, log }: { store: DocumentStore; log: Log }) {
  const { ready, version, get } = setPasswordsCollection.hot(store, (id, cause) =>
    log.error('a stored document can’t be read', { id, cause }),
  )
  return { ready, version, get } satisfies SetPasswords
}

type Caller = Pick<Person, 'email'> | AdminKeyHolder

/** The part of the record that the person sees. */
export function shownPasswordSet({
  kind,
  isNewAddress,
  at,
  by,
  isDismissed,
  closedUntil,
  opened,
}: SetPassword): PasswordSet {
  return {
    kind,
    ...(isNewAddress ? { isNewAddress } : {}),
    at,
    ...(by === undefined ? {} : { by }),
    ...(isDismissed ? { isDismissed } : {}),
    ...(closedUntil === undefined ? {} : { closedUntil }),
    ...(opened === undefined ? {} : { opened }),
  }
}

/** The part of the record for an admin, or for a server with the admin key, which can't confirm. */
export function shownClosed(
  stored: SetPassword | undefined,
  caller: Caller,
): Pick<User, 'closedRecords'> {
  if (stored?.closedUntil === undefined) return {}
  const isInvolved = 'key' in caller || involvedIn(stored).includes(comparableEmail(caller.email))
  return {
    closedRecords: {
      until: stored.closedUntil,
      mayOpen: stored.closedUntil === 'admin' && !isInvolved,
    },
  }
}

export function involvedIn({ closed }: SetPassword): readonly string[] {
  return closed?.involved ?? []
}

type NewPassword = {
  account: { uid: string; email: string; hasSecondFactor: boolean }
  kind: PasswordSet['kind']
  isNewAddress?: boolean
  by: Caller
  at: Date
  hasRecords: boolean
}

/**
 * Records that an admin sets a password or changes the address, before it is done: nobody can sign in with it while the
 * person's records are still open. Returns the records before and after.
 */
export async function saveSetPassword(
  transaction: StoreOperations,
  { account, kind, isNewAddress, by, at, hasRecords }: NewPassword,
): Promise<{ before: SetPassword | undefined; after: SetPassword }> {
  const before = await getSetPassword(transaction, account.uid)
  const isClosed = before?.closedUntil !== undefined || hasRecords
  // A factor that was set up while the records were closed may be the admin's.
  const isOwnFactor = account.hasSecondFactor && before?.closedUntil !== 'admin'
  const after: SetPassword = {
    kind,
    ...(isNewAddress ? { isNewAddress } : {}),
    at: at.toISOString(),
    ...('key' in by ? {} : { by: by.email }),
    email: account.email,
    ...(isClosed && {
      closedUntil: isOwnFactor ? 'secondFactor' : 'admin',
      closed: {
        since: before?.closed?.since ?? at.toISOString(),
        involved: withCaller(before, by),
      },
    }),
  }
  await save(transaction, account.uid, after, before)
  return { before, after }
}

/** Restores the records from before `saveSetPassword`, because the provider refused the change. */
export async function takeBackSetPassword(
  transaction: StoreOperations,
  uid: string,
  before: SetPassword | undefined,
): Promise<void> {
  const record = await getSetPassword(transaction, uid)
  if (before) await save(transaction, uid, before, record)
  else await forgetSetPassword(transaction, uid)
}

/** Notes that the person's factor is gone. A new one proves nothing: anyone who knows the password can set it up. */
export async function noteFactorRemoved(
  transaction: StoreOperations,
  uid: string,
  by?: Caller,
): Promise<SetPassword | undefined> {
  const record = await getSetPassword(transaction, uid)
  if (record?.closedUntil === undefined) return record
  const involved = by ? withCaller(record, by) : [...involvedIn(record)]
  const since = record.closed?.since ?? record.at
  const next: SetPassword = { ...record, closedUntil: 'admin', closed: { since, involved } }
  await save(transaction, uid, next, record)
  return next
}

export async function getSetPassword(
  transaction: StoreOperations,
  uid: string,
): Promise<(SetPassword & { revision: number }) | undefined> {
  return setPasswordsCollection.in(transaction).get(uid)
}

/** Everyone whose notes and reading are closed, by uid. */
export async function listClosedRecords(
  store: DocumentStore,
): Promise<(SetPassword & { id: string })[]> {
  const closed: (SetPassword & { id: string })[] = []
  for await (const documents of setPasswordsCollection.raw(store).pages()) {
    for (const stored of documents) {
      const { data } = z.safeParse(setPassword, stored)
      if (data?.closedUntil !== undefined) closed.push({ ...data, id: stored.id })
    }
  }
  return closed
}

/** Opens the notes and reading of an account, and returns its address. The owner is shown who did that. */
export async function openRecords(
  transaction: StoreOperations,
  uid: string,
  opened: NonNullable<PasswordSet['opened']>,
): Promise<string> {
  const record = await getSetPassword(transaction, uid)
  if (!record) throw new Refusal('notFound', 'User not found')
  const { closedUntil: _until, closed: _closed, isDismissed: _dismissed, ...rest } = record
  await save(transaction, uid, { ...rest, opened }, record)
  return record.email
}

export async function dismissSetPassword(transaction: StoreOperations, uid: string): Promise<void> {
  const record = await getSetPassword(transaction, uid)
  if (!record || record.isDismissed) return
  if (record.closedUntil !== undefined)
    throw new Refusal('conflict', closedSentence[record.closedUntil])
  await save(transaction, uid, { ...record, isDismissed: true }, record)
}

/** Deletes the record, with the account. */
export async function forgetSetPassword(transaction: StoreOperations, uid: string): Promise<void> {
  await setPasswordsCollection.in(transaction).delete(uid)
}

async function save(
  transaction: StoreOperations,
  uid: string,
  next: SetPassword,
  stored: { revision: number } | undefined,
): Promise<void> {
  await setPasswordsCollection.in(transaction).put(uid, next, stored)
}

function withCaller(stored: SetPassword | undefined, by: Caller): string[] {
  const before = stored ? involvedIn(stored) : []
  if ('key' in by) return [...before]
  return [...new Set([...before, comparableEmail(by.email)])]
}
