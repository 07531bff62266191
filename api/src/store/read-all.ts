import type { ListQuery, Stored, StoreOperations } from './document-store.ts'

type Entry = Stored<Record<string, unknown>>

/** Every document of a collection, page by page; by id unless the query says otherwise. */
export async function* readAll(
  store: Pick<StoreOperations, 'list'>,
  collection: string,
  query: ListQuery = {},
): AsyncGenerator<Entry[]> {
  let after: string | undefined
  do {
    const page = { ...query, limit: 1000, ...(after !== undefined && { after }) }
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ends
    const { documents, next } = await store.list(collection, page)
    yield documents
    after = next
  } while (after !== undefined)
}
