import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import * as z from 'zod/mini'
import { heldLease, isHeld, leaseOf } from '../../platform/background/lease.ts'
import { settledTime } from '../../platform/background/settled-time.ts'
import type { Log } from '../../platform/log.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { ignoring } from '../../refusal.ts'
import type { ScrubSource } from '../../platform/store/check-file.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { type BookPlan, storedBook, type StoredBook } from './book.ts'
import type { Requester } from './book-plan.ts'

const bookOptions = z.object({ notes: z.boolean(), changes: z.boolean() })
export type BookOptions = z.infer<typeof bookOptions>

const storedMaking = z.object({
  /** The id of the book that was requested last; `now` is the id of the one being made. */
  wanted: z.string(),
  now: z.string(),
  state: z.enum(['making', 'failed']),
  reason: z.optional(z.string()),
  progress: z.object({ done: z.number(), total: z.number() }),
  /** The person who requested it. */
  by: z.object({ uid: z.string(), email: z.string(), displayName: z.optional(z.string()) }),
  /** A book's record has no lease once it is made, so its token is random instead of counted. */
  lease: leaseOf(z.string()),
})
export type Making = z.infer<typeof storedMaking>

const booksOfMeeting = {
  options: bookOptions,
  /** The owner of personal books. */
  uid: z.optional(z.string()),
  /** Which closed items its readers see, hashed; absent if they see none. */
  audience: z.optional(z.string()),
  /** The last assigned number. */
  last: z.number(),
  /** Newest first. */
  books: z.array(storedBook),
  making: z.optional(storedMaking),
}
const booksRecord = z.union([
  z.object({ year: z.number(), quarter: z.number(), ...booksOfMeeting }),
  z.object({ meeting: z.string(), ...booksOfMeeting }),
])
export type BooksRecord = z.infer<typeof booksRecord>

/**
 * Collection `board_books`: a meeting's books and the one being made. The id is `2026-Q4` for the shared ones and
 * `<uid>@2026-Q4@<options>` for personal ones, which are served only to their owner and neither logged nor audited. An
 * earlier release can't read the records of other meetings: while it still runs, it may delete their books, which are made
 * again.
 */
export const booksCollection = defineCollection('board_books', booksRecord)

/** Identifies a record by meeting, options and owner. Without a uid, the books are shared. */
export type BooksKey = {
  meeting: MeetingRef
  options: BookOptions
  uid?: string | undefined
  audience?: string | undefined
}

const bookFilesPrefix = 'books/'
export const bookFileKey = (id: string) => `${bookFilesPrefix}${id}.pdf`

export function recordId({ meeting, options, uid, audience }: BooksKey): string {
  const of = audience === undefined ? '' : `@${audience}`
  if (uid === undefined) return `${meetingId(meeting)}${of}`
  const parts = [options.notes && 'notes', options.changes && 'changes'].filter(Boolean)
  return `${uid}@${meetingId(meeting)}@${parts.join('-')}${of}`
}

export function keyOf(record: BooksRecord): BooksKey {
  const { options, uid, audience } = record
  const meeting =
    'meeting' in record
      ? { meeting: record.meeting }
      : { year: record.year, quarter: record.quarter }
  return { meeting, options, ...ownerOf({ uid, audience }) }
}

function ownerOf({ uid, audience }: Pick<BooksKey, 'uid' | 'audience'>) {
  return {
    ...(uid === undefined ? {} : { uid }),
    ...(audience === undefined ? {} : { audience }),
  }
}

export function emptyRecord({ meeting, options, uid, audience }: BooksKey): BooksRecord {
  return { ...meeting, options, ...ownerOf({ uid, audience }), last: 0, books: [] }
}

type Begun = { plan: BookPlan; by: Requester; token: string; now: Date }

export function newMaking({ plan, by, token, now }: Begun): Making {
  const progress = { done: 0, total: plan.papers.length }
  const lease = heldLease(token, now)
  return { wanted: plan.id, now: plan.id, state: 'making', progress, by, lease }
}

/** Whether a book is being made by a process that may still be running. */
export function isMaking(
  store: Pick<DocumentStore, 'hasEnded'>,
  record: Pick<BooksRecord, 'making'>,
  now: Date,
): boolean {
  return record.making?.state === 'making' && isHeld(store, record.making.lease, now)
}

export type FoundRecord = { id: string; revision: number; record: BooksRecord }

export async function readRecord(
  store: StoreOperations,
  id: string,
): Promise<FoundRecord | undefined> {
  return asRecord(await booksCollection.raw(store).get(id))
}

function asRecord(
  stored: Awaited<ReturnType<StoreOperations['get']>> | undefined,
): FoundRecord | undefined {
  if (!stored) return undefined
  const { data } = z.safeParse(booksRecord, bodyOf(stored))
  return data && { id: stored.id, revision: stored.revision, record: data }
}

export async function allRecords(store: StoreOperations): Promise<FoundRecord[]> {
  const records: FoundRecord[] = []
  for await (const page of booksCollection.raw(store).pages()) {
    for (const stored of page) {
      const record = asRecord(stored)
      if (record) records.push(record)
    }
  }
  return records
}

/** All personal books of a person. */
async function recordsOf(store: StoreOperations, uid: string): Promise<FoundRecord[]> {
  // `A` follows `@`.
  const query = { orderBy: 'id', from: `${uid}@`, to: `${uid}A` }
  const { documents } = await booksCollection.raw(store).list(query)
  return documents
    .flatMap((document) => asRecord(document) ?? [])
    .filter(({ record }) => record.uid === uid)
}

/** Changes a record in a transaction; `change` returns undefined to leave it unchanged. Returns the previous record. */
export function changeRecord(
  store: DocumentStore,
  id: string,
  change: (
    before: BooksRecord | undefined,
    transaction: StoreOperations,
  ) => BooksRecord | undefined | Promise<BooksRecord | undefined>,
): Promise<BooksRecord | undefined> {
  return store.transaction(async (transaction) => {
    const stored = await booksCollection.raw(transaction).get(id)
    const before = asRecord(stored)?.record
    const after = await change(before, transaction)
    if (after) await booksCollection.in(transaction).put(id, after, stored)
    return before
  })
}

export type StoredBooksParts = { store: DocumentStore; blobs: BlobStore; now: () => Date }

/** How long a personal book is kept, in ms. */
const ownBookTime = 24 * 3_600_000

/** Deletes a person's own books, including one that is being made. */
export async function forgetOwnBooks(
  { store, blobs }: Pick<StoredBooksParts, 'store' | 'blobs'>,
  uid: string,
): Promise<void> {
  for (const { id, record } of await recordsOf(store, uid)) {
    await booksCollection.raw(store).delete(id)
    await deleteFiles(blobs, record)
  }
}

/** Deletes the books that contain a withdrawn paper version. Idempotent, and safe to interrupt. */
export function createBookWithdrawal(parts: StoredBooksParts) {
  return {
    async withdraw(paper: string, sha256: string): Promise<void> {
      const has = ({ papers }: StoredBook) =>
        papers.some((other) => other.documentId === paper && other.sha256 === sha256)
      for (const { id, record } of await allRecords(parts.store)) {
        if (record.books.some(has)) await dropBooks(parts, id, has)
      }
      // A book may have been written but not recorded, because its process was killed.
      await deleteUnusedBooks(parts)
    },
  }
}

/** Deletes books of a record: first their entries, then their files. */
export async function dropBooks(
  { store, blobs }: Pick<StoredBooksParts, 'store' | 'blobs'>,
  id: string,
  isDropped: (book: StoredBook) => boolean,
): Promise<void> {
  let dropped: StoredBook[] = []
  await changeRecord(store, id, (before) => {
    dropped = before?.books.filter(isDropped) ?? []
    if (!before || dropped.length === 0) return undefined
    return { ...before, books: before.books.filter((book) => !isDropped(book)) }
  })
  for (const book of dropped) await blobs.delete(bookFileKey(book.id))
}

/** Deletes expired personal books, and files that no record refers to. */
export async function deleteOldBooks(parts: StoredBooksParts & { log: Log }): Promise<void> {
  const { store, now } = parts
  const settled = await settledTime(parts)
  const oldest = new Date(settled.getTime() - ownBookTime).toISOString()
  for (const { id, record } of await allRecords(store)) {
    if (record.uid === undefined) continue
    await dropBooks(parts, id, ({ madeAt }) => madeAt <= oldest)
    const left = await readRecord(store, id)
    if (!left || left.record.books.length > 0 || isMaking(store, left.record, now())) continue
    // Another book may have been requested since.
    await booksCollection.raw(store).delete(id, left.revision).catch(ignoring('stale', 'notFound'))
  }
  await deleteUnusedBooks(parts)
}

async function deleteUnusedBooks({ store, blobs, now }: StoredBooksParts): Promise<void> {
  // The files are listed before the records are read: a book is announced in its record before its file is stored.
  const keys: string[] = []
  for await (const key of blobs.keys(bookFilesPrefix)) keys.push(key)
  if (keys.length === 0) return
  const records = await allRecords(store)
  const used = new Set(
    records.flatMap(({ record }) => usedIds(store, record, now())).map(bookFileKey),
  )
  for (const key of keys) if (!used.has(key)) await blobs.delete(key)
}

/** Deletes the file of a book that could not be recorded, unless another record has the same book or is making it. */
export async function deleteUnlessUsed(
  { store, blobs, now }: StoredBooksParts,
  inRecord: string,
  book: string,
): Promise<void> {
  const record = await readRecord(store, inRecord)
  if (record && usedIds(store, record.record, now()).includes(book)) return
  await blobs.delete(bookFileKey(book))
}

function usedIds(store: DocumentStore, record: BooksRecord, now: Date): string[] {
  const making = isMaking(store, record, now) ? [record.making!.now] : []
  return [...record.books.map(({ id }) => id), ...making]
}

async function deleteFiles(blobs: BlobStore, { books, making }: BooksRecord): Promise<void> {
  const ids = [...books.map(({ id }) => id), ...(making ? [making.now] : [])]
  for (const id of ids) await blobs.delete(bookFileKey(id))
}

/** The stored book files. A damaged one is dropped, and made again on the next request. */
export function createBookFiles(parts: Pick<StoredBooksParts, 'store' | 'blobs'>): ScrubSource {
  return async () => {
    const records = await allRecords(parts.store)
    return records.flatMap(({ id: inRecord, record }) =>
      record.books.map(({ id, sha256 }) => ({
        key: bookFileKey(id),
        algorithm: 'sha256' as const,
        hash: sha256,
        onHarm: () => dropBooks(parts, inRecord, (book) => book.id === id),
      })),
    )
  }
}
