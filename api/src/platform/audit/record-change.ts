import { comparableEmail } from '@portal/domain/email-address'
import { randomUUID } from 'node:crypto'
import { rawCollection } from '../store/collection.ts'
import type { Stored, StoreOperations } from '../store/document-store.ts'
import { bodyOf, isSameBody, refuseStale } from '../store/stored-body.ts'
import { accessCollection, auditCollection } from './audit-collections.ts'
import type { ChainLink } from './chain-entry.ts'

/** Who made a change: a person, a server with the admin key, a release token, or the portal itself. */
export type Actor =
  /** `assists`: the name of the person that an assistant works for. */
  | { uid: string; email: string; assists?: string | undefined }
  | { key: 'admin' }
  | { releaseToken: { id: string; name: string; remote: string } }
  /**
   * The release health watch, the deletion of old entries, the check of the stored files, the gate runner, a sign-in, or
   * a command that an operator has run on the store.
   */
  | {
      portal:
        | 'health'
        | 'retention'
        | 'withdrawal'
        | 'scrub'
        | 'gate runner'
        | 'sign-in'
        | 'operator'
    }

export type Change = {
  at: Date
  by: Actor
  /** In the past tense, as the audit screen shows it: `mapping saved`, `admin added`. */
  what: string
  /** The id of the changed document. */
  subject: string
  /** The stored body before and after; absent if there was none. Never contains a password or token. */
  before?: unknown
  after?: unknown
  /** The reason that its author gave. */
  reason?: string
  /** Of a deletion that can be undone: the deleted document's revision. */
  deletedRevision?: number
  /** The change that this one undoes. */
  undoes?: {
    entry: string
    what: string
    /** For the undo of an undo: the kind of the first change in the chain. */
    of?: string
  }
  /** Old entries of a chain were deleted, up to this one. */
  expired?: ChainLink & { chain: string }
}

/** Writes one entry per change, in the transaction of the change itself. */
export async function recordChange(transaction: StoreOperations, change: Change): Promise<void> {
  const { before, after, ...rest } = change
  await addEntry(transaction, auditCollection, {
    ...rest,
    before: before ?? null,
    after: after ?? null,
  })
}

/** The act that the newest entry about a subject records, and what was there before; undefined if there is none. */
export async function lastChangeOf(
  transaction: StoreOperations,
  subject: string,
): Promise<{ what: string; before: object | undefined } | undefined> {
  const { what, before } = await newestEntryOf(transaction, subject)
  if (typeof what !== 'string') return undefined
  return { what, before: isRecord(before) ? before : undefined }
}

/** The subjects that a person has changed in one way, the newest first; at most 100. */
export async function subjectsChanged(
  store: StoreOperations,
  { who, what }: { who: string; what: string },
): Promise<string[]> {
  const where = { who: comparableEmail(who), what }
  const newest = { where, orderBy: 'at', descending: true, limit: 100 }
  const { documents } = await rawCollection(store, auditCollection).list(newest)
  return documents.flatMap(({ subject }) => (typeof subject === 'string' ? [subject] : []))
}

/** The subjects of all deletions of one kind whose document had this value in a field. */
export async function subjectsDeleted(
  store: StoreOperations,
  { what, field, value }: { what: string; field: string; value: string },
): Promise<string[]> {
  const found = new Set<string>()
  for await (const page of rawCollection(store, auditCollection).pages({ where: { what } })) {
    for (const { subject, before } of page) {
      if (isRecord(before) && before[field] === value) found.add(String(subject))
    }
  }
  return [...found]
}

/**
 * The newest entries by a person, and about these subjects, in the audit and in the access log. An address may have been
 * somebody else's before: those entries are theirs.
 */
export async function entriesAbout(
  store: StoreOperations,
  {
    uid,
    who,
    subjects,
    most,
  }: { uid: string; who: string; subjects: readonly string[]; most: number },
) {
  const byPerson = comparableEmail(who)
  const found = async (collection: typeof auditCollection | typeof accessCollection) => {
    const own = byPerson === '' ? [] : [{ who: byPerson }]
    const queries = [...own, ...subjects.map((subject) => ({ subject }))]
    const entries = new Map<string, RecordedEntry>()
    for (const where of queries) {
      const newest = { where, orderBy: 'at', descending: true, limit: most, bytes: entryBytes }
      const { documents } = await rawCollection(store, collection).list(newest)
      for (const { id, at, what, subject, by } of documents) {
        const isOwn = isRecord(by) && by['uid'] === uid
        if (!isOwn && 'who' in where) continue
        entries.set(id, { at: String(at), what: String(what), subject: String(subject), isOwn })
      }
    }
    return [...entries.values()].toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, most)
  }
  return { changes: await found(auditCollection), accesses: await found(accessCollection) }
}

type RecordedEntry = { at: string; what: string; subject: string; isOwn: boolean }

/** What is read of the entries of one query: an entry may have a long agenda as it was before and after. */
const entryBytes = 1_000_000

/** When an admin’s address was put on the list, ISO 8601; undefined if the audit doesn’t have it. */
export async function lastDesignationOf(
  transaction: StoreOperations,
  email: string,
): Promise<string | undefined> {
  const { what, at } = await newestEntryOf(transaction, email)
  return what === 'admin added' && typeof at === 'string' ? at : undefined
}

/** The e-mail address of the person who made the newest change to a subject; undefined if it was nobody with one. */
export async function lastAuthorOf(
  transaction: StoreOperations,
  subject: string,
): Promise<string | undefined> {
  return addressIn(await newestEntryOf(transaction, subject))
}

/** The newest entry about a subject; empty if there is none. */
async function newestEntryOf(
  transaction: StoreOperations,
  subject: string,
): Promise<Record<string, unknown>> {
  const newest = { where: { subject }, orderBy: 'at', descending: true, limit: 1 }
  const { documents } = await rawCollection(transaction, auditCollection).list(newest)
  return documents[0] ?? {}
}

function addressIn({ by }: Record<string, unknown>): string | undefined {
  const email = isRecord(by) ? by['email'] : undefined
  return typeof email === 'string' && email !== '' ? email : undefined
}

/** The addresses of the admins who were removed last, among them those who were added again. */
export async function removedAdmins(store: StoreOperations): Promise<string[]> {
  const newest = { where: { what: 'admin removed' }, orderBy: 'at', descending: true, limit: 100 }
  const { documents } = await rawCollection(store, auditCollection).list(newest)
  return documents.flatMap(({ subject }) => (typeof subject === 'string' ? [subject] : []))
}

type RevisedSave<T> = {
  current: T | undefined
  revision: number | 'new'
  subject: string
  /** Selects what the refusal reveals of the stored document. */
  shown: (current: T) => unknown
}

/** Refuses a stale save like `refuseStale`, and names who saved the stored body. */
export async function refuseOvertaken<T extends Stored<Record<string, unknown>>>(
  transaction: StoreOperations,
  { current, revision, subject, shown }: RevisedSave<T>,
): Promise<void> {
  if ((current?.revision ?? 'new') === revision) return
  refuseStale(current, revision, shown, await authorOf(transaction, subject, current))
}

/**
 * The e-mail address of the person who saved a stored body: the author of the subject's newest entry, if that entry
 * has this body.
 */
export async function authorOf(
  transaction: StoreOperations,
  subject: string,
  current: Stored<Record<string, unknown>> | undefined,
): Promise<string | undefined> {
  if (!current) return undefined
  const newest = await newestEntryOf(transaction, subject)
  const { after } = newest
  return isRecord(after) && isSameBody(bodyOf(current), after) ? addressIn(newest) : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

type Denial = {
  at: Date
  by: Actor
  /** The endpoint, such as `PUT /api/resource-mappings/{id}`. */
  subject: string
  reason: string
  /** Number of refusals since the previous entry. */
  times: number
}

/** Writes one entry for a person's refusals at one endpoint. */
export async function recordDenial(transaction: StoreOperations, denial: Denial): Promise<void> {
  const entry = { what: 'denied', ...denial, before: null, after: null }
  await addEntry(transaction, auditCollection, entry)
}

/** `who` is the filter key, and `at` the sort key. */
export async function addEntry(
  transaction: StoreOperations,
  collection: typeof auditCollection | typeof accessCollection,
  { at, by, ...entry }: Record<string, unknown> & Pick<Change, 'at' | 'by'>,
): Promise<void> {
  await rawCollection(transaction, collection).create(randomUUID(), {
    at: at.toISOString(),
    by: storedActor(by),
    who: comparableEmail(actorName(by)),
    ...entry,
  })
}

function storedActor(by: Actor): Record<string, unknown> {
  if ('key' in by) return { key: by.key }
  if ('portal' in by) return { portal: by.portal }
  if ('releaseToken' in by) {
    const { id, name, remote } = by.releaseToken
    return { releaseToken: { id, name, remote } }
  }
  const { uid, email, assists } = by
  return { uid, email, ...(assists === undefined ? {} : { assists }) }
}

/** The name shown in the audit and in the release history. */
export function actorName(by: Actor): string {
  if ('key' in by) return adminKey
  if ('portal' in by) return by.portal
  return 'releaseToken' in by ? releaseTokenName(by.releaseToken.name) : by.email
}

export function releaseTokenName(name: string): string {
  return `release token ${name}`
}

/** The name shown for a server that used the admin key. */
export const adminKey = 'admin key'
