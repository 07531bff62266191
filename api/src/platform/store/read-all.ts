import { nextTurn } from '../background/next-turn.ts'
import type { ListQuery, Stored, StoreOperations } from './document-store.ts'

type Entry = Stored<Record<string, unknown>>

/** The most that one page may have, in bytes: parsing it takes a few milliseconds, in which nobody else is served. */
const pageBytes = 128_000

/**
 * Every document of a collection, page by page; by id unless the query says otherwise. Other requests get their turn
 * between two pages.
 */
export async function* readAll(
  store: Pick<StoreOperations, 'list'>,
  collection: string,
  query: ListQuery = {},
): AsyncGenerator<Entry[]> {
  let after: string | undefined
  do {
    const page = { limit: 1000, bytes: pageBytes, ...query, ...(after !== undefined && { after }) }
    const { documents, next } = await store.list(collection, page)
    yield documents
    after = next
    if (after !== undefined) await nextTurn()
  } while (after !== undefined)
}
