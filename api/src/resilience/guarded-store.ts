import { setTimeout as after } from 'node:timers/promises'
import { Refusal } from '../refusal.ts'
import type { DocumentStore, StoreChange, StoreOperations } from '../store/document-store.ts'
import type { Guard } from './guard.ts'
import { retryInterval, type PartHealth } from './part-health.ts'

/** How often background work is tried in all while too much is saved at once. */
const mostTries = 6

/**
 * Guards the database's calls. While it is failing, it is probed regularly so that its recovery is noticed. Background
 * work is tried again after `contention`; a request is refused, and its caller sends it again.
 */
export function guardedStore(
  store: DocumentStore,
  guard: Guard,
  { health, isInRequest }: { health: PartHealth; isInRequest: () => boolean },
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
    for (let tries = 1; ; tries += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one attempt after another
        return await guard.run(...call)
      } catch (error) {
        probeUntilRecovered()
        const isPassing = error instanceof Refusal && error.code === 'contention'
        if (!isPassing || isInRequest() || tries === mostTries) throw error
      }
      // oxlint-disable-next-line no-await-in-loop -- one attempt after another
      await after(Math.random() * 1000 * tries, undefined, { ref: false })
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
