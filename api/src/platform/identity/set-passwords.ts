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

/** What the person sees of it. */
export function shownPasswordSet({
  kind,
  at,
  by,
  isDismissed,
  closedUntil,
  opened,
}: SetPassword): PasswordSet {
  return {
    kind,
    at,
    ...(by === undefined ? {} : { by }),
    ...(isDismissed ? { isDismissed } : {}),
    ...(closedUntil === undefined ? {} : { closedUntil }),
    ...(opened === undefined ? {} : { opened }),
  }
}

/** What an admin sees of it, or a server with the admin key, which can't confirm. */
export function shownClosed(
  found: SetPassword | undefined,
  caller: Caller,
): Pick<User, 'closedRecords'> {
  if (found?.closedUntil === undefined) return {}
  const isInvolved = 'key' in caller || involvedIn(found).includes(comparableEmail(caller.email))
  return {
    closedRecords: {
      until: found.closedUntil,
      mayOpen: found.closedUntil === 'admin' && !isInvolved,
    },
  }
}

export function involvedIn({ closed }: SetPassword): readonly string[] {
  return closed?.involved ?? []
}

type NewPassword = {
  account: { uid: string; email: string; hasSecondFactor: boolean }
  kind: PasswordSet['kind']
  by: Caller
  at: Date
  hasRecords: boolean
}

/**
 * Records that an admin sets a password, before it is set: nobody can sign in with it while the person's records are
 * still open. Returns the records before and after.
 */
export async function saveSetPassword(
  inside: StoreOperations,
  { account, kind, by, at, hasRecords }: NewPassword,
): Promise<{ before: SetPassword | undefined; after: SetPassword }> {
  const before = await getSetPassword(inside, account.uid)
  const isClosed = before?.closedUntil !== undefined || hasRecords
  // A factor that was set up while the records were closed may be the admin's.
  const isOwnFactor = account.hasSecondFactor && before?.closedUntil !== 'admin'
  const after: SetPassword = {
    kind,
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
  await save(inside, account.uid, after, before)
  return { before, after }
}

/** As it was before `saveSetPassword`, because the provider refused the password. */
export async function takeBackSetPassword(
  inside: StoreOperations,
  uid: string,
  before: SetPassword | undefined,
): Promise<void> {
  const found = await getSetPassword(inside, uid)
  if (before) await save(inside, uid, before, found)
  else await forgetSetPassword(inside, uid)
}

/** The person's factor is gone. The next one proves nothing: anyone who knows the password can set it up. */
export async function noteFactorRemoved(
  inside: StoreOperations,
  uid: string,
  by?: Caller,
): Promise<SetPassword | undefined> {
  const found = await getSetPassword(inside, uid)
  if (found?.closedUntil === undefined) return found
  const involved = by ? withCaller(found, by) : [...involvedIn(found)]
  const since = found.closed?.since ?? found.at
  const next: SetPassword = { ...found, closedUntil: 'admin', closed: { since, involved } }
  await save(inside, uid, next, found)
  return next
}

export async function getSetPassword(
  inside: StoreOperations,
  uid: string,
): Promise<(SetPassword & { revision: number }) | undefined> {
  return setPasswordsCollection.in(inside).get(uid)
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

/** Opens the notes and reading of an account, and returns its address. The owner sees a notice of who did. */
export async function openRecords(
  inside: StoreOperations,
  uid: string,
  opened: NonNullable<PasswordSet['opened']>,
): Promise<string> {
  const found = await getSetPassword(inside, uid)
  if (!found) throw new Refusal('notFound', 'User not found')
  const { closedUntil: _until, closed: _closed, isDismissed: _dismissed, ...rest } = found
  await save(inside, uid, { ...rest, opened }, found)
  return found.email
}

export async function dismissSetPassword(inside: StoreOperations, uid: string): Promise<void> {
  const found = await getSetPassword(inside, uid)
  if (!found || found.isDismissed) return
  if (found.closedUntil !== undefined)
    throw new Refusal('conflict', closedSentence[found.closedUntil])
  await save(inside, uid, { ...found, isDismissed: true }, found)
}

/** With the account. */
export async function forgetSetPassword(inside: StoreOperations, uid: string): Promise<void> {
  await setPasswordsCollection.in(inside).delete(uid)
}

async function save(
  inside: StoreOperations,
  uid: string,
  next: SetPassword,
  found: { revision: number } | undefined,
): Promise<void> {
  await setPasswordsCollection.in(inside).put(uid, next, found)
}

function withCaller(found: SetPassword | undefined, by: Caller): string[] {
  const before = found ? involvedIn(found) : []
  if ('key' in by) return [...before]
  return [...new Set([...before, comparableEmail(by.email)])]
}
