import { setTimeout as after } from 'node:timers/promises'
import type { Firestore } from '@google-cloud/firestore'
import { inTime } from '../../in-time.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../store/document-store.ts'
import { isPossibleId } from '../../store/store-rules.ts'
import { commitView, type Done, wasDone } from './firestore-commit.ts'
import {
  asRefusal,
  contentionRefusal,
  isOvertaken,
  unreachableRefusal,
} from './firestore-errors.ts'
import { type Feed, openFeed } from './firestore-feed.ts'
import { asLaid, referenceTo, stored } from './firestore-layout.ts'
import { firestoreQuery, pageOf } from './firestore-list.ts'
import { openDatabase, type Place } from './firestore-open.ts'
import { documentsOf, openView, type View } from './firestore-view.ts'

type Options = Place & {
  now?: () => Date
  /** How long one call to the database may take, in ms. */
  callLimit?: number
  /** How long a transaction tries again while others are faster, in ms: less than a request waits. */
  contentionLimit?: number
  /** How long a transaction may take with all its tries, in ms. */
  transactionLimit?: number
}

/** How long a close waits for calls that are under way, in ms. */
const closeLimit = 1000

/** Documents in Firestore, for any number of processes. Credentials are the machine's own (ADC). */
export function openFirestoreStore(options: Options): DocumentStore {
  const { now = () => new Date(), callLimit = 5000 } = options
  const { contentionLimit = 2500, transactionLimit = 10_000 } = options
  const db = openDatabase(options)
  const feeds = new Map<string, Feed>()
  /** Calls that the SDK is at, those given up among them. */
  const pending = new Set<Promise<unknown>>()
  /** Since when the database doesn't answer. */
  let downSince: Date | undefined

  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    const working = work()
    pending.add(working)
    working.catch(() => undefined).finally(() => pending.delete(working))
    try {
      const result = await inTime(working, callLimit, unreachableRefusal)
      // The SDK's listeners wait up to a minute between tries: by now they need not.
      if (downSince) for (const feed of feeds.values()) feed.restart()
      downSince = undefined
      return result
    } catch (error) {
      const refusal = asRefusal(error)
      if (refusal instanceof Refusal && refusal.code === 'unavailable') downSince ??= now()
      throw refusal
    }
  }

  const tell = (done: Done[]) => {
    for (const { collection, id, laid, time } of done) {
      feeds.get(collection)?.learn(id, time, laid && stored(laid))
    }
  }

  /** Tries again at once when another writer was faster. */
  const run = async <T>(
    work: (inside: StoreOperations) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> => {
    const started = performance.now()
    for (let tries = 1; ; tries++) {
      const view = openView({ db, now, call })
      const result = await work(view.operations).finally(view.end)
      signal.throwIfAborted()
      const { done, overtakenBy } = await call(() => commitOnce(db, view))
      if (done) {
        tell(done)
        return result
      }
      if (performance.now() - started > contentionLimit) throw contentionRefusal(overtakenBy)
      await after(Math.random() * Math.min(10 * 2 ** tries, 500), undefined, { signal })
    }
  }

  const transaction: DocumentStore['transaction'] = async (work) => {
    const limit = new AbortController()
    try {
      return await inTime(run(work, limit.signal), transactionLimit, () => {
        return new Error(`A transaction was given up after ${transactionLimit} ms.`)
      })
    } finally {
      limit.abort()
    }
  }

  const feedOf = (collection: string): Feed => {
    const feed =
      feeds.get(collection) ??
      openFeed((onSnapshot, onEnd) => db.collection(collection).onSnapshot(onSnapshot, onEnd), now)
    feeds.set(collection, feed)
    return feed
  }

  return {
    async get(collection, id) {
      if (!isPossibleId(id)) return undefined
      const found = await call(() => referenceTo(db, collection, id).get())
      const laid = asLaid(found.data())
      return laid && stored(laid)
    },
    async list(collection, query = {}) {
      const asked = firestoreQuery(db, collection, query)
      return pageOf(documentsOf(await call(() => asked.get())), query)
    },
    create: (collection, id, body) => transaction((inside) => inside.create(collection, id, body)),
    update: (collection, id, body, ifRevision) =>
      transaction((inside) => inside.update(collection, id, body, ifRevision)),
    delete: (collection, id, ifRevision) =>
      transaction((inside) => inside.delete(collection, id, ifRevision)),
    transaction,

    async watch(collection, onChange) {
      const feed = feedOf(collection)
      const waiting = () => {}
      feed.watchers.add(waiting)
      const stop = () => {
        feed.watchers.delete(waiting)
        feed.watchers.delete(onChange)
        if (feed.watchers.size > 0 || feeds.get(collection) !== feed) return
        feeds.delete(collection)
        feed.stop()
      }
      try {
        await call(() => feed.ready)
      } catch (error) {
        stop()
        throw error
      }
      for (const document of feed.documents()) onChange({ id: document.id, document })
      feed.watchers.delete(waiting)
      feed.watchers.add(onChange)
      return stop
    },

    staleSince() {
      const since = [downSince, ...[...feeds.values()].map((feed) => feed.deafSince())]
      return since.filter((time) => time !== undefined).toSorted((a, b) => +a - +b)[0]
    },

    async close() {
      for (const feed of feeds.values()) feed.stop()
      feeds.clear()
      await Promise.race([
        Promise.allSettled(pending),
        after(closeLimit, undefined, { ref: false }),
      ])
      // The client isn't terminated: under one of the SDK's own tries that throws where nobody can catch it.
      // Left alone it holds no process back.
    },
  }
}

type Outcome = { done: Done[]; overtakenBy?: never } | { done?: never; overtakenBy: unknown }

async function commitOnce(db: Firestore, view: View): Promise<Outcome> {
  try {
    return { done: await commitView(db, view) }
  } catch (error) {
    if (!isOvertaken(error)) throw error
    return (await wasDone(db, view)) ? { done: [] } : { overtakenBy: error }
  }
}
