import { setTimeout as after } from 'node:timers/promises'
import type { Firestore } from '@google-cloud/firestore'
import { withTimeout } from '../../platform/resilience/with-timeout.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { isPossibleId } from '../../platform/store/store-rules.ts'
import { commitView, type CommittedWrite, wasCommitted } from './firestore-commit.ts'
import {
  firestoreRefusal,
  contentionRefusal,
  isWriteConflict,
  lateRefusal,
  unreachableRefusal,
} from './firestore-errors.ts'
import { type Feed, openFeed } from './firestore-feed.ts'
import { asRecord, referenceTo, stored } from './firestore-layout.ts'
import { firestoreQuery, pageOf } from './firestore-list.ts'
import { openFirestoreClient, type DatabaseLocation } from './firestore-open.ts'
import { documentsOf, documentsUntil, openView, type View } from './firestore-view.ts'

type Options = DatabaseLocation & {
  now?: () => Date
  /** Timeout of one call to the database, in ms. */
  callLimit?: number
  /** How long a transaction is retried under contention, in ms; shorter than a request's timeout. */
  contentionLimit?: number
  /** Timeout of a transaction including all retries, in ms. */
  transactionLimit?: number
}

/** The part of a transaction's time in which it is retried: the rest is for the last attempt. */
const partForRetries = 0.6

/** How long `close` waits for pending calls, in ms. */
const closeLimit = 1000

/** Documents in Firestore, for any number of processes. */
export function openFirestoreStore(options: Options): DocumentStore {
  const { now = () => new Date(), callLimit = 5000 } = options
  const { contentionLimit = 2500, transactionLimit = 10_000 } = options
  const db = openFirestoreClient(options)
  const feeds = new Map<string, Feed>()
  /** Calls in progress in the SDK, including those that timed out here. */
  const pending = new Set<Promise<unknown>>()
  /**
   * Commits that lock lists, one at a time: two of them would wait for each other's locks for seconds, while the second
   * of a queue sees at once that it must start again.
   */
  let lastLocking: Promise<void> = Promise.resolve()
  /** Since when the database has been unreachable. */
  let downSince: Date | undefined
  /** When a call last succeeded, by `performance.now()`. */
  let answeredAt = 0

  const tooLateSince = (started: number) => () =>
    answeredAt > started ? lateRefusal() : unreachableRefusal()

  /** The SDK's calls can't be canceled: they end by its own limits, and nobody waits for them. */
  const call = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const tooLate = tooLateSince(performance.now())
    const begin = () => {
      const working = work()
      pending.add(working)
      working.catch(() => undefined).finally(() => pending.delete(working))
      return working
    }
    try {
      const result = await withTimeout(begin, callLimit, tooLate, { signal })
      answeredAt = performance.now()
      // The SDK's listeners wait up to a minute between retries; now that the database responds, restart them.
      if (downSince) for (const feed of feeds.values()) feed.restart()
      downSince = undefined
      return result
    } catch (error) {
      signal?.throwIfAborted()
      const refusal = firestoreRefusal(error)
      if (refusal instanceof Refusal && refusal.code === 'unavailable') downSince ??= now()
      throw refusal
    }
  }

  const tell = (done: CommittedWrite[]) => {
    for (const { collection, id, record, time } of done) {
      feeds.get(collection)?.apply(id, time, record && stored(record))
    }
  }

  /** `until`: when a commit that waits for others is refused. */
  const commit = async (view: View, until: number, signal: AbortSignal): Promise<Outcome> => {
    const attempt = () => call(() => commitOnce(db, view))
    if (view.listed.length === 0 || view.writes.size === 0) return attempt()
    const others = lastLocking
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    lastLocking = others.then(() => ended)
    const refusal = () => contentionRefusal(new Error('other commits take too long'))
    try {
      await withTimeout(() => others, until - performance.now(), refusal, { signal })
      return await attempt()
    } finally {
      end()
    }
  }

  /** Retries under contention. */
  const run = async <T>(
    work: (tx: StoreOperations) => Promise<T>,
    signal: AbortSignal,
    limit: number,
  ): Promise<T> => {
    const until = performance.now() + limit
    for (let tries = 1; ; tries++) {
      const view = openView({ db, now, call: (read) => call(read, signal) })
      const result = await work(view.operations).finally(view.end)
      signal.throwIfAborted()
      const { done, conflict } = await commit(view, until, signal)
      if (done) {
        tell(done)
        return result
      }
      if (performance.now() > until) throw contentionRefusal(conflict)
      await after(Math.random() * Math.min(10 * 2 ** tries, 500), undefined, { signal })
    }
  }

  const transaction: DocumentStore['transaction'] = (work, given, timeLeft = Infinity) => {
    const tooLate = tooLateSince(performance.now())
    return withTimeout(
      (signal) => run(work, signal, Math.min(contentionLimit, timeLeft * partForRetries)),
      transactionLimit,
      tooLate,
      { signal: given },
    )
  }

  const feedOf = (collection: string): Feed => {
    const feed =
      feeds.get(collection) ??
      openFeed((onSnapshot, onEnd) => db.collection(collection).onSnapshot(onSnapshot, onEnd), now)
    feeds.set(collection, feed)
    return feed
  }

  return {
    async get(collection, id, signal) {
      if (!isPossibleId(id)) return undefined
      const snapshot = await call(() => referenceTo(db, collection, id).get(), signal)
      const record = asRecord(snapshot.data())
      return record && stored(record)
    },
    async list(collection, query = {}, signal) {
      const request = firestoreQuery(db, collection, query)
      const read = async () =>
        query.bytes === undefined
          ? documentsOf(await request.get())
          : documentsUntil(request, query)
      return pageOf(await call(read, signal), query)
    },
    create: (collection, id, body, revision, signal) =>
      transaction((tx) => tx.create(collection, id, body, revision), signal),
    update: (collection, id, body, ifRevision, signal) =>
      transaction((tx) => tx.update(collection, id, body, ifRevision), signal),
    delete: (collection, id, ifRevision, signal) =>
      transaction((tx) => tx.delete(collection, id, ifRevision), signal),
    transaction,

    async watch(collection, onChange, signal) {
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
        await call(() => feed.ready, signal)
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
      const since = [downSince, ...[...feeds.values()].map((feed) => feed.disconnectedSince())]
      return since.filter((time) => time !== undefined).toSorted((a, b) => +a - +b)[0]
    },

    async close() {
      for (const feed of feeds.values()) feed.stop()
      feeds.clear()
      await Promise.race([
        Promise.allSettled(pending),
        after(closeLimit, undefined, { ref: false }),
      ])
      // The client isn't terminated: during one of the SDK's retries that throws where it can't be caught.
      // An open client doesn't keep the process alive.
    },
  }
}

type Outcome = { done: CommittedWrite[]; conflict?: never } | { done?: never; conflict: unknown }

async function commitOnce(db: Firestore, view: View): Promise<Outcome> {
  try {
    return { done: await commitView(db, view) }
  } catch (error) {
    if (!isWriteConflict(error)) throw error
    return (await wasCommitted(db, view)) ? { done: [] } : { conflict: error }
  }
}
