import type { QuerySnapshot, Timestamp } from '@google-cloud/firestore'
import type { StoreChange, Stored } from '../../store/document-store.ts'
import { asLaid, type Laid, stored } from './firestore-layout.ts'

type Document = Stored<Record<string, unknown>>

/** Listens to one collection; the second function hears that the listener has died. */
export type Listen = (
  onSnapshot: (snapshot: QuerySnapshot) => void,
  onEnd: () => void,
) => () => void

/** A collection as this process knows it, fed by the listener and by its own writes. */
export type Feed = {
  /** Resolves when everything that is there has been heard of. */
  ready: Promise<void>
  documents: () => Document[]
  watchers: Set<(change: StoreChange) => void>
  /** A document as it is since `time`; absent when it was deleted. */
  learn: (id: string, time: Timestamp, document: Document | undefined) => void
  /** Since when nothing is heard: the listener has died and no other one has begun. */
  deafSince: () => Date | undefined
  /** Listens anew, at once: what was missed is told. */
  restart: () => void
  stop: () => void
}

/** Waits in ms before a dead listener is replaced. */
const waits = [0, 500, 1000, 2000, 4000, 8000]

export function openFeed(listen: Listen, now: () => Date): Feed {
  const known = new Map<string, { time: string; document: Document }>()
  /** When documents were deleted, until the listener has come so far: it may still tell of them. */
  const deleted = new Map<string, string>()
  const watchers: Feed['watchers'] = new Set()
  let end = () => {}
  const ready = new Promise<void>((resolve) => (end = resolve))
  let stopped = false
  let failures = 0
  let deafSince: Date | undefined
  let stopListening = () => {}
  start()
  return {
    ready,
    documents: () => [...known.values()].map(({ document }) => document),
    watchers,
    learn,
    deafSince: () => deafSince,
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
        deafSince = undefined
        take(snapshot, isFirst)
        isFirst = false
        end()
      },
      () => {
        if (!isCurrent) return
        stopListening()
        const wait = waits[Math.min(failures, waits.length - 1)]!
        failures += 1
        deafSince ??= now()
        setTimeout(() => {
          // `restart` may have begun one meanwhile.
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

  /** A listener's first snapshot holds everything: what isn't in it is gone. */
  function take(snapshot: QuerySnapshot, isWhole: boolean): void {
    const { readTime } = snapshot
    if (isWhole) {
      const there = new Set<string>()
      for (const document of snapshot.docs) {
        const laid = asLaid(document.data())
        if (laid) there.add(laid.id)
        takeOne(laid, document.updateTime)
      }
      for (const id of known.keys()) if (!there.has(id)) learn(id, readTime, undefined)
    } else {
      for (const { type, doc } of snapshot.docChanges()) {
        const laid = asLaid(doc.data())
        if (type !== 'removed') takeOne(laid, doc.updateTime)
        else if (laid) learn(laid.id, readTime, undefined)
      }
    }
    for (const [id, time] of deleted) if (time <= readTime.valueOf()) deleted.delete(id)
  }

  function takeOne(laid: Laid | undefined, time: Timestamp): void {
    if (laid) learn(laid.id, time, stored(laid))
  }

  /** What is older than what is known, or the same, is dropped: the own writes come a second time by the listener. */
  function learn(id: string, at: Timestamp, document: Document | undefined): void {
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
