import type { DocumentStore, StoreChange, StoreOperations } from '../store/document-store.ts'
import type { Guard } from './guard.ts'
import { askAgainAfter, type PartHealth } from './part-health.ts'

/** The database with its calls guarded. While it fails it is asked now and then, so that its return is noticed. */
export function guardedStore(
  store: DocumentStore,
  guard: Guard,
  health: PartHealth,
): DocumentStore {
  let asking: NodeJS.Timeout | undefined
  let isClosed = false
  const askUntilBack = () => {
    if (asking || isClosed || !health.troubleSince()) return
    asking = setTimeout(() => {
      asking = undefined
      guard.run('probe', () => store.get('admin', 'designatedAdmins')).then(undefined, askUntilBack)
    }, askAgainAfter)
    asking.unref()
  }
  const run: Guard['run'] = async (...call) => {
    try {
      return await guard.run(...call)
    } catch (error) {
      askUntilBack()
      throw error
    }
  }

  return {
    ...store,
    ...guardedOperations(store, run),
    transaction(work) {
      let thrown: { error: unknown } | undefined
      const guarded = async (inside: StoreOperations) => {
        try {
          return await work(guardedOperations(inside, (_, step) => guard.clear(step)))
        } catch (error) {
          thrown = { error }
          throw error
        }
      }
      // What the work itself throws is no trouble of the database.
      return run(
        'transaction',
        () => store.transaction(guarded),
        (error) => thrown?.error === error,
      )
    },
    watch(collection, onChange) {
      let thrown: { error: unknown } | undefined
      const told = (change: StoreChange) => {
        try {
          onChange(change)
        } catch (error) {
          thrown = { error }
          throw error
        }
      }
      return run(
        'watch',
        () => store.watch(collection, told),
        (error) => thrown?.error === error,
      )
    },
    staleSince: () => earlier(store.staleSince?.(), health.troubleSince()),
    async close() {
      isClosed = true
      clearTimeout(asking)
      await store.close()
    },
  }
}

function guardedOperations(target: StoreOperations, run: Guard['run']): StoreOperations {
  return {
    get: (...input) => run('get', () => target.get(...input)),
    list: (...input) => run('list', () => target.list(...input)),
    create: (...input) => run('create', () => target.create(...input)),
    update: (...input) => run('update', () => target.update(...input)),
    delete: (...input) => run('delete', () => target.delete(...input)),
  }
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other
  return one < other ? one : other
}
