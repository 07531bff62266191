import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import type { Metrics } from './metrics.ts'

type Write = 'create' | 'update' | 'delete'

/**
 * Counts the documents that are read and written, as Firestore bills them: a read that finds nothing counts as one, the
 * reads of a transaction count each time it runs, and its writes once it is committed.
 */
export function countedStore(
  store: DocumentStore,
  metrics: Pick<Metrics, 'counter'>,
): DocumentStore {
  const reads = metrics.counter(
    'portal_database_reads_total',
    'Documents read, by operation; a read that finds none counts as one.',
    ['operation'],
  )
  const writes = metrics.counter(
    'portal_database_writes_total',
    'Documents written, by operation.',
    ['operation'],
  )
  for (const operation of ['get', 'list', 'watch']) reads.inc({ operation }, 0)
  for (const operation of ['create', 'update', 'delete']) writes.inc({ operation }, 0)
  const wrote = (operation: Write) => writes.inc({ operation })

  const counted = (target: StoreOperations, onWrite: (operation: Write) => void) => ({
    async get(...given: Parameters<StoreOperations['get']>) {
      reads.inc({ operation: 'get' })
      return target.get(...given)
    },
    async list(...given: Parameters<StoreOperations['list']>) {
      const page = await target.list(...given)
      reads.inc({ operation: 'list' }, Math.max(1, page.documents.length))
      return page
    },
    async create(...given: Parameters<StoreOperations['create']>) {
      const created = await target.create(...given)
      onWrite('create')
      return created
    },
    async update(...given: Parameters<StoreOperations['update']>) {
      const updated = await target.update(...given)
      onWrite('update')
      return updated
    },
    async delete(...given: Parameters<StoreOperations['delete']>) {
      await target.delete(...given)
      onWrite('delete')
    },
  })

  return {
    ...store,
    ...counted(store, wrote),
    async transaction(work, ...given) {
      let made: Write[] = []
      const result = await store.transaction(
        (transaction) => {
          made = []
          return work(counted(transaction, (operation) => made.push(operation)))
        },
        ...given,
      )
      made.forEach(wrote)
      return result
    },
    watch: (collection, onChange, signal) =>
      store.watch(
        collection,
        (change) => {
          if (change.document) reads.inc({ operation: 'watch' })
          onChange(change)
        },
        signal,
      ),
  }
}
