import type { DocumentStore, StoreOperations } from './document-store.ts'

/** What was read from a store, also in transactions and by watchers. `bytes`: of the documents, as JSON. */
export type StoreReads = { reads: number; documents: number; bytes: number }

export function noReads(): StoreReads {
  return { reads: 0, documents: 0, bytes: 0 }
}

/** A store that adds what is read from it to `counts`. */
export function countingStore(store: DocumentStore, counts: StoreReads): DocumentStore {
  const counted = (inside: StoreOperations): StoreOperations => ({
    ...inside,
    async get(...given) {
      const found = await inside.get(...given)
      counts.reads += 1
      counts.documents += 1
      counts.bytes += sizeOf(found)
      return found
    },
    async list(...given) {
      const found = await inside.list(...given)
      counts.reads += 1
      counts.documents += found.documents.length
      for (const document of found.documents) counts.bytes += sizeOf(document)
      return found
    },
  })
  return {
    ...store,
    ...counted(store),
    transaction: (work) => store.transaction((inside) => work(counted(inside))),
  }
}

function sizeOf(document: unknown): number {
  return document === undefined ? 0 : JSON.stringify(document).length
}
