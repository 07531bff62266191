import { bookPart } from '@portal/contract/board-books'
import { quarterId } from '@portal/domain/ids'
import type { Quarter } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { isHeld, leaseOf } from '../../platform/background/lease.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { readAll } from '../../platform/store/read-all.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'

/**
 * Collection `board_books`: a quarter's books and the one being made. The id is `2026-Q4` for the shared ones and
 * `<uid>@2026-Q4@<options>` for personal ones, which are served only to their owner and neither logged nor audited.
 */
export const booksCollection = 'board_books'

const includedVersion = z.object({
  documentId: z.string(),
  version: z.number(),
  /** Hash of the original, in hex. */
  sha256: z.string(),
})
export type IncludedVersion = z.infer<typeof includedVersion>

const storedBook = z.object({
  id: z.string(),
  /** Absent for a personal book. */
  number: z.optional(z.number()),
  /** ISO 8601, UTC. */
  madeAt: z.string(),
  pages: z.number(),
  /** In bytes. */
  size: z.number(),
  /** Hash of the file, in hex. */
  sha256: z.string(),
  /** How many bytes at either end of the file page 1 needs. */
  head: z.number(),
  tail: z.number(),
  title: z.string(),
  parts: z.array(bookPart),
  hasAgenda: z.boolean(),
  /** The paper versions that it contains. */
  papers: z.array(includedVersion),
})
export type StoredBook = z.infer<typeof storedBook>

const bookOptions = z.object({ notes: z.boolean(), changes: z.boolean() })
export type BookOptions = z.infer<typeof bookOptions>

const making = z.object({
  /** The id of the book that was requested last; `now` is the id of the one being made. */
  wanted: z.string(),
  now: z.string(),
  state: z.enum(['making', 'failed']),
  reason: z.optional(z.string()),
  progress: z.object({ done: z.number(), total: z.number() }),
  /** Who asked for it. */
  by: z.object({ uid: z.string(), email: z.string(), displayName: z.optional(z.string()) }),
  /** A book's record has no lease once it is made, so its token is random instead of counted. */
  lease: leaseOf(z.string()),
})
export type Making = z.infer<typeof making>

const booksRecord = z.object({
  year: z.number(),
  quarter: z.number(),
  options: bookOptions,
  /** The owner of personal books. */
  uid: z.optional(z.string()),
  /** The last assigned number. */
  last: z.number(),
  /** Newest first. */
  books: z.array(storedBook),
  making: z.optional(making),
})
export type BooksRecord = z.infer<typeof booksRecord>

/** Identifies a record by quarter, options and owner. Without a uid, the books are shared. */
export type BooksKey = { quarter: Quarter; options: BookOptions; uid?: string | undefined }

export const bookFilesPrefix = 'books/'
export const bookFileKey = (id: string) => `${bookFilesPrefix}${id}.pdf`

export function recordId({ quarter, options, uid }: BooksKey): string {
  if (uid === undefined) return quarterId(quarter)
  const parts = [options.notes && 'notes', options.changes && 'changes'].filter(Boolean)
  return `${uid}@${quarterId(quarter)}@${parts.join('-')}`
}

export function keyOf({ year, quarter, options, uid }: BooksRecord): BooksKey {
  return { quarter: { year, quarter }, options, ...(uid === undefined ? {} : { uid }) }
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
  store: Pick<StoreOperations, 'get'>,
  id: string,
): Promise<FoundRecord | undefined> {
  return asRecord(await store.get(booksCollection, id))
}

function asRecord(
  found: Awaited<ReturnType<StoreOperations['get']>> | undefined,
): FoundRecord | undefined {
  if (!found) return undefined
  const { data } = z.safeParse(booksRecord, bodyOf(found))
  return data && { id: found.id, revision: found.revision, record: data }
}

export async function allRecords(store: Pick<StoreOperations, 'list'>): Promise<FoundRecord[]> {
  const found: FoundRecord[] = []
  for await (const page of readAll(store, booksCollection)) {
    for (const one of page) {
      const record = asRecord(one)
      if (record) found.push(record)
    }
  }
  return found
}

/** All personal books of a person. */
export async function recordsOf(
  store: Pick<StoreOperations, 'list'>,
  uid: string,
): Promise<FoundRecord[]> {
  // `A` follows `@`.
  const query = { orderBy: 'id', from: `${uid}@`, to: `${uid}A` }
  const { documents } = await store.list(booksCollection, query)
  return documents.flatMap((one) => asRecord(one) ?? []).filter(({ record }) => record.uid === uid)
}

/** Changes a record in a transaction; `change` returns undefined to leave it unchanged. Returns the previous record. */
export function changeRecord(
  store: DocumentStore,
  id: string,
  change: (
    before: BooksRecord | undefined,
    inside: StoreOperations,
  ) => BooksRecord | undefined | Promise<BooksRecord | undefined>,
): Promise<BooksRecord | undefined> {
  return store.transaction(async (inside) => {
    const stored = await inside.get(booksCollection, id)
    const before = asRecord(stored)?.record
    const after = await change(before, inside)
    if (after && stored) {
      await inside.update(booksCollection, id, z.parse(booksRecord, after), stored.revision)
    } else if (after) await inside.create(booksCollection, id, z.parse(booksRecord, after))
    return before
  })
}
