import type { QuerySnapshot, Timestamp } from '@google-cloud/firestore'
import type { StoreChange, Stored } from '../../platform/store/document-store.ts'
import { asRecord, type FirestoreRecord, stored } from './firestore-layout.ts'

type Document = Stored<Record<string, unknown>>

/** Subscribes to one collection; `onEnd` is called when the listener has died. */
export type Listen = (
  onSnapshot: (snapshot: QuerySnapshot) => void,
  onEnd: () => void,
) => () => void

/** An in-memory copy of a collection, updated by a listener and by this process's own writes. */
export type Feed = {
  /** Resolves when the first snapshot has arrived. */
  ready: Promise<void>
  documents: () => Document[]
  watchers: Set<(change: StoreChange) => void>
  /** Applies a document's state as of `time`; `document` is absent after a deletion. */
  apply: (id: string, time: Timestamp, document: Document | undefined) => void
  /** Since when present has been no working listener; undefined while one is active. */
  disconnectedSince: () => Date | undefined
  /** Restarts the listener at once; changes missed in between are reported. */
  restart: () => void
  stop: () => void
}

/** Delays in ms before a dead listener is replaced. */
const waits = [0, 500, 1000, 2000, 4000, 8000]

export function openFeed(listen: Listen, now: () => Date): Feed {
  const known = new Map<string, { time: string; document: Document }>()
  /** Deletion times, kept until the listener has caught up: until then it may still report the documents. */
  const deleted = new Map<string, string>()
  const watchers: Feed['watchers'] = new Set()
  let end = () => {}
  const ready = new Promise<void>((resolve) => (end = resolve))
  let stopped = false
  let failures = 0
  let disconnectedSince: Date | undefined
  let stopListening = () => {}
  start()
  return {
    ready,
    documents: () => [...known.values()].map(({ document }) => document),
    watchers,
    apply,
    disconnectedSince: () => disconnectedSince,
    restart() {
      stopListening()
      if (!stopped) start()
    },
    stop() {
      stopped = true
      stopListening()
      end()
    },
  }

  function start(): void {
    let isCurrent = true
    let isFirst = true
    const unsubscribe = listen(
      (snapshot) => {
        if (!isCurrent) return
        failures = 0
        disconnectedSince = undefined
        take(snapshot, isFirst)
        isFirst = false
        end()
      },
      () => {
        if (!isCurrent) return
        stopListening()
        const wait = waits[Math.min(failures, waits.length - 1)]!
        failures += 1
        disconnectedSince ??= now()
        setTimeout(() => {
          // `restart` may have started another one meanwhile.
          if (!stopped && stopListening === idle) start()
        }, wait).unref()
      },
    )
    stopListening = () => {
      isCurrent = false
      stopListening = idle
      unsubscribe()
    }
  }

  /** A listener's first snapshot is complete: documents missing from it are gone. */
  function take(snapshot: QuerySnapshot, isWhole: boolean): void {
    const { readTime } = snapshot
    if (isWhole) {
      const present = new Set<string>()
      for (const document of snapshot.docs) {
        const record = asRecord(document.data())
        if (record) present.add(record.id)
        applyDocument(record, document.updateTime)
      }
      for (const id of known.keys()) if (!present.has(id)) apply(id, readTime, undefined)
    } else {
      for (const { type, doc } of snapshot.docChanges()) {
        const record = asRecord(doc.data())
        if (type !== 'removed') applyDocument(record, doc.updateTime)
        else if (record) apply(record.id, readTime, undefined)
      }
    }
    for (const [id, time] of deleted) if (time <= readTime.valueOf()) deleted.delete(id)
  }

  function applyDocument(record: FirestoreRecord | undefined, time: Timestamp): void {
    if (record) apply(record.id, time, stored(record))
  }

  /** Ignores a state that isn't newer than the known one: own writes arrive again through the listener. */
  function apply(id: string, at: Timestamp, document: Document | undefined): void {
    const time = at.valueOf()
    const before = known.get(id)?.time ?? deleted.get(id)
    if (before !== undefined && time <= before) return
    if (document) {
      deleted.delete(id)
      known.set(id, { time, document })
    } else {
      deleted.set(id, time)
      if (!known.delete(id)) return
    }
    for (const onChange of watchers) onChange(document ? { id, document } : { id })
  }
}

function idle(): void {}
