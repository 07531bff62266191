import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as after } from 'node:timers/promises'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, StoreChange, StoreOperations } from '../store/document-store.ts'
import type { Guard } from './guard.ts'
import { retryInterval, type PartHealth } from './part-health.ts'

/** How many times background work is tried while too much is saved at once. */
const mostTries = 6

/**
 * Guards the database's calls. While it is failing, it is probed regularly so that its recovery is noticed. Background
 * work is retried after `contention`; a request is refused, and its caller retries it.
 */
export function guardedStore(
  store: DocumentStore,
  guard: Guard,
  { health, isInRequest }: { health: PartHealth; isInRequest: () => boolean },
): DocumentStore {
  let probeTimer: NodeJS.Timeout | undefined
  let isClosed = false
  // Changes are reported while a request makes them, but the work that follows isn't that request's.
  const inBackground = AsyncLocalStorage.snapshot()
  const probeUntilRecovered = () => {
    if (probeTimer || isClosed || !health.failingSince()) return
    const probe = () => {
      probeTimer = undefined
      guard
        .run('probe', (signal) => store.get('admin', 'designatedAdmins', signal))
        .then(undefined, probeUntilRecovered)
    }
    probeTimer = inBackground(() => setTimeout(probe, retryInterval))
    probeTimer.unref()
  }
  const run: Guard['run'] = async (...call) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await guard.run(...call)
      } catch (error) {
        probeUntilRecovered()
        const isPassing = error instanceof Refusal && error.code === 'contention'
        if (!isPassing || isInRequest() || tries === mostTries) throw error
      }
      await after(Math.random() * 1000 * tries, undefined, { ref: false })
    }
  }

  return {
    ...store,
    ...guardedOperations(store, run),
    transaction(work, given) {
      let thrown: { error: unknown } | undefined
      const tracked = async (transaction: StoreOperations, signal: AbortSignal) => {
        try {
          return await work(
            guardedOperations(transaction, (_, step) => guard.clear(() => step(signal, Infinity))),
          )
        } catch (error) {
          thrown = { error }
          throw error
        }
      }
      // An error thrown by `work` itself doesn't mean that the database is failing.
      return run(
        'transaction',
        (signal, timeLeft) =>
          store.transaction((transaction) => tracked(transaction, signal), signal, timeLeft),
        { isWrite: true, signal: given, passes: (error) => thrown?.error === error },
      )
    },
    watch(collection, onChange, given) {
      let thrown: { error: unknown } | undefined
      const notify = (change: StoreChange) => {
        try {
          inBackground(() => onChange(change))
        } catch (error) {
          thrown = { error }
          throw error
        }
      }
      return run('watch', (signal) => store.watch(collection, notify, signal), {
        signal: given,
        passes: (error) => thrown?.error === error,
        close: (stop) => stop(),
      })
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
    get: (collection, id, given) =>
      run('get', (signal) => target.get(collection, id, signal), { signal: given }),
    list: (collection, query, given) =>
      run('list', (signal) => target.list(collection, query, signal), { signal: given }),
    create: (collection, id, body, revision, given) =>
      run('create', (signal) => target.create(collection, id, body, revision, signal), {
        isWrite: true,
        signal: given,
      }),
    update: (collection, id, body, ifRevision, given) =>
      run('update', (signal) => target.update(collection, id, body, ifRevision, signal), {
        isWrite: true,
        signal: given,
      }),
    delete: (collection, id, ifRevision, given) =>
      run('delete', (signal) => target.delete(collection, id, ifRevision, signal), {
        isWrite: true,
        signal: given,
      }),
  }
}

function earlier(a: Date | undefined, b: Date | undefined): Date | undefined {
  if (!a || !b) return a ?? b
  return a < b ? a : b
}
