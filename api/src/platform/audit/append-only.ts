import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { accessCollection, anchorsCollection, auditCollection } from './audit-collections.ts'

const unchangeable = new Set([auditCollection, accessCollection, anchorsCollection])
/** Entries of the access log are deleted when they are old. */
const undeletable = new Set([auditCollection, anchorsCollection])

/** Entries of the audit and anchors can be created, but never changed, and those of the audit never deleted. */
export function withAppendOnlyAudit(store: DocumentStore): DocumentStore {
  return {
    ...store,
    ...appendOnly(store),
    transaction: (work, ...rest) =>
      store.transaction((transaction) => work(appendOnly(transaction)), ...rest),
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
      refuse(unchangeable.has(collection))
      return update(collection, ...rest)
    },
    async delete(collection, ...rest) {
      refuse(undeletable.has(collection))
      return remove(collection, ...rest)
    },
  }
}

function refuse(isRefused: boolean): void {
  if (isRefused) throw new Error('The audit is append-only.')
}
