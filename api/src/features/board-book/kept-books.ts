import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { ignoring } from '../../platform/store/ignoring.ts'
import type { ScrubSource } from '../../platform/store/scrubbed-file.ts'
import {
  allRecords,
  bookFileKey,
  bookFilesPrefix,
  booksCollection,
  type BooksRecord,
  changeRecord,
  isMaking,
  readRecord,
  recordsOf,
  type StoredBook,
} from './stored-books.ts'

export type KeptBooksParts = { store: DocumentStore; blobs: BlobStore; now: () => Date }

/** How long a personal book is kept, in ms. */
const ownBookTime = 24 * 3_600_000

/** Deletes a person's own books, including one that is being made. */
export async function forgetOwnBooks(
  { store, blobs }: Pick<KeptBooksParts, 'store' | 'blobs'>,
  uid: string,
): Promise<void> {
  for (const { id, record } of await recordsOf(store, uid)) {
    await store.delete(booksCollection, id)
    await deleteFiles(blobs, record)
  }
}

/** Deletes the books that contain a withdrawn paper version. Idempotent, and safe to interrupt. */
export function createBookWithdrawal(parts: KeptBooksParts) {
  return {
    async withdraw(paper: string, sha256: string): Promise<void> {
      const has = ({ papers }: StoredBook) =>
        papers.some((one) => one.documentId === paper && one.sha256 === sha256)
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
  { store, blobs }: Pick<KeptBooksParts, 'store' | 'blobs'>,
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
export async function deleteOldBooks(parts: KeptBooksParts): Promise<void> {
  const { store, now } = parts
  const oldest = new Date(now().getTime() - ownBookTime).toISOString()
  for (const { id, record } of await allRecords(store)) {
    if (record.uid === undefined) continue
    await dropBooks(parts, id, ({ madeAt }) => madeAt <= oldest)
    const left = await readRecord(store, id)
    if (!left || left.record.books.length > 0 || isMaking(store, left.record, now())) continue
    // Another book may have been requested since.
    await store.delete(booksCollection, id, left.revision).catch(ignoring('stale', 'notFound'))
  }
  await deleteUnusedBooks(parts)
}

async function deleteUnusedBooks({ store, blobs, now }: KeptBooksParts): Promise<void> {
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
  { store, blobs, now }: KeptBooksParts,
  recordId: string,
  book: string,
): Promise<void> {
  const found = await readRecord(store, recordId)
  if (found && usedIds(store, found.record, now()).includes(book)) return
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
export function createBookFiles(parts: Pick<KeptBooksParts, 'store' | 'blobs'>): ScrubSource {
  return async () => {
    const records = await allRecords(parts.store)
    return records.flatMap(({ id: recordId, record }) =>
      record.books.map(({ id, sha256 }) => ({
        key: bookFileKey(id),
        algorithm: 'sha256' as const,
        hash: sha256,
        onHarm: () => dropBooks(parts, recordId, (book) => book.id === id),
      })),
    )
  }
}
