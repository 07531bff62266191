import type { DocumentStore, StoreChange, StoreOperations } from '../store/document-store.ts'
import type { Guard } from './guard.ts'
import { retryInterval, type PartHealth } from './part-health.ts'

/** Guards the database's calls. While it is failing, it is probed regularly so that its recovery is noticed. */
export function guardedStore(
  store: DocumentStore,
  guard: Guard,
  health: PartHealth,
): DocumentStore {
  let probeTimer: NodeJS.Timeout | undefined
  let isClosed = false
  const probeUntilRecovered = () => {
    if (probeTimer || isClosed || !health.failingSince()) return
    probeTimer = setTimeout(() => {
      probeTimer = undefined
      guard
        .run('probe', () => store.get('admin', 'designatedAdmins'))
        .then(undefined, probeUntilRecovered)
    }, retryInterval)
    probeTimer.unref()
  }
  const run: Guard['run'] = async (...call) => {
    try {
      return await guard.run(...call)
    } catch (error) {
      probeUntilRecovered()
      throw error
    }
  }

  return {
    ...store,
    ...guardedOperations(store, run),
    transaction(work) {
      let thrown: { error: unknown } | undefined
      const tracked = async (inside: StoreOperations) => {
        try {
          return await work(guardedOperations(inside, (_, step) => guard.clear(step)))
        } catch (error) {
          thrown = { error }
          throw error
        }
      }
      // An error thrown by `work` itself doesn't mean that the database is failing.
      return run(
        'transaction',
        () => store.transaction(tracked),
        (error) => thrown?.error === error,
      )
    },
    watch(collection, onChange) {
      let thrown: { error: unknown } | undefined
      const notify = (change: StoreChange) => {
        try {
          onChange(change)
        } catch (error) {
          thrown = { error }
          throw error
        }
      }
      return run(
        'watch',
        () => store.watch(collection, notify),
        (error) => thrown?.error === error,
      )
    },
    staleSince: () => earlier(store.staleSince?.(), health.failingSince()),
    async close() {
      isClosed = true
      clearTimeout(probeTimer)
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
