import type { DocumentStore, StoreOperations } from './document-store.ts'

/** What was read from a store, also in transactions and by watchers. `bytes`: of the documents, as JSON. */
export type StoreReads = { reads: number; documents: number; bytes: number }

export function noReads(): StoreReads {
  return { reads: 0, documents: 0, bytes: 0 }
}

/** A store that adds what is read from it to `counts`. */
export function countingStore(store: DocumentStore, counts: StoreReads): DocumentStore {
  const counted = (transaction: StoreOperations): StoreOperations => ({
    ...transaction,
    async get(...given) {
      const stored = await transaction.get(...given)
      counts.reads += 1
      counts.documents += 1
      counts.bytes += sizeOf(stored)
      return stored
    },
    async list(...given) {
      const page = await transaction.list(...given)
      counts.reads += 1
      counts.documents += page.documents.length
      for (const document of page.documents) counts.bytes += sizeOf(document)
      return page
    },
  })
  return {
    ...store,
    ...counted(store),
    transaction: (work) => store.transaction((transaction) => work(counted(transaction))),
  }
}

function sizeOf(document: unknown): number {
  return document === undefined ? 0 : JSON.stringify(document).length
}
