import { quarterId } from '@portal/domain/ids'
import type { Quarter } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'

const takenBook = z.object({
  uid: z.string(),
  /** The book's id, and its number in the quarter. */
  book: z.string(),
  number: z.number(),
  /** ISO 8601, UTC. */
  takenAt: z.string(),
  papers: z.array(z.object({ documentId: z.string(), version: z.number(), sha256: z.string() })),
})
export type TakenBook = z.infer<typeof takenBook>
/**
 * Collection `taken_books`: the board book of a quarter that one person has taken as their copy, and the versions in it.
 * The id is `<uid>@2026-Q4`. It is private, like what they read.
 */
const takenBooksCollection = defineCollection('taken_books', takenBook)

export function takenBookId(uid: string, quarter: Quarter): string {
  return `${uid}@${quarterId(quarter)}`
}

export function takenBooksIn(inside: StoreOperations) {
  return takenBooksCollection.in(inside)
}

export async function eraseTakenBooks(store: StoreOperations, uid: string): Promise<void> {
  for (const { id } of await takenBooksOf(store, uid)) await takenBooksIn(store).delete(id)
}

/** Every book that a person has taken, with its id. */
export async function takenBooksOf(store: StoreOperations, uid: string) {
  // `A` follows `@`. A person has one for each quarter.
  const query = { orderBy: 'id', from: `${uid}@`, to: `${uid}A` }
  const { documents } = await takenBooksCollection.raw(store).list(query)
  // A uid may begin like another one.
  return documents.filter(({ id }) => id.slice(0, id.lastIndexOf('@')) === uid)
}
