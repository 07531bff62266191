import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { anchorsCollection, auditCollection } from './audit-collections.ts'

/** Audit entries and anchors can be created, but never changed or deleted. */
export function withAppendOnlyAudit(store: DocumentStore): DocumentStore {
  return {
    ...store,
    ...appendOnly(store),
    transaction: (work) => store.transaction((inside) => work(appendOnly(inside))),
  }
}

function appendOnly({
  get,
  list,
  create,
  update,
  delete: remove,
}: StoreOperations): StoreOperations {
  return {
    get,
    list,
    create,
    async update(collection, ...rest) {
      refuseAudit(collection)
      return update(collection, ...rest)
    },
    async delete(collection, ...rest) {
      refuseAudit(collection)
      return remove(collection, ...rest)
    },
  }
}

function refuseAudit(collection: string): void {
  if (collection === auditCollection || collection === anchorsCollection)
    throw new Error('The audit is append-only.')
}
