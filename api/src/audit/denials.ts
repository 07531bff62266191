import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import type { StoreOperations } from '../store/document-store.ts'
import { recordDenial } from './record-change.ts'

export type Denials = {
  /**
   * Told of everything that a request has thrown; a person who has signed in and is refused becomes an entry.
   * Never throws, and nobody waits for it: no answer depends on it.
   */
  tell: (error: unknown, request: { caller: Caller | undefined; endpoint: string }) => void
  /** Writes what has been counted, and resolves when everything is written. */
  flush: () => Promise<void>
}

/** Who asked, by a verified token, member or not. */
type Caller = { uid: string; email: string }

type Denied = { caller: Caller; route: string; reason: string; at: Date }
type Counting = { last: Denied; times: number; timer: NodeJS.Timeout }

/** How long the same refusal of the same person is counted before it is written again, in ms. */
const pause = 60_000
/** How many are counted at a time: a crowd of made-up accounts fills neither the store nor the log. */
const most = 100

type Options = { store: StoreOperations; now: () => Date; log: Log }

/** The first refusal of a person at an endpoint is written at once, those of the next minute as one with their number. */
export function createDenials({ store, now, log }: Options): Denials {
  const counting = new Map<string, Counting>()
  let written: Promise<void> = Promise.resolve()

  const write = ({ caller, route, reason, at }: Denied, times: number) => {
    written = written
      // After the answer: a store on this machine writes while everything else waits.
      .then(() => new Promise<void>((resolve) => setImmediate(resolve)))
      .then(() => recordDenial(store, { at, by: caller, subject: route, reason, times }))
      .catch((cause: unknown) => log.warn('a refusal was not recorded', { route, times, cause }))
  }

  const count = (key: string, last: Denied) => {
    const timer = setTimeout(() => {
      const { times, last } = counting.get(key)!
      counting.delete(key)
      if (times === 0) return
      write(last, times)
      count(key, last)
    }, pause)
    timer.unref()
    counting.set(key, { last, times: 0, timer })
  }

  let isTold = false
  const tellOfCrowd = ({ caller, route }: Denied) => {
    if (isTold) return
    isTold = true
    setTimeout(() => (isTold = false), pause).unref()
    log.warn('too many are refused for each to be recorded', { route, uid: caller.uid })
  }

  return {
    tell(error, { caller, endpoint: route }) {
      if (!(error instanceof Refusal) || error.code !== 'forbidden') return
      if (!caller || route === '') return
      const denied = { caller, route, reason: error.message, at: now() }
      const key = `${caller.uid} ${route}`
      const known = counting.get(key)
      if (known) {
        known.times++
        known.last = denied
      } else if (counting.size < most) {
        write(denied, 1)
        count(key, denied)
      } else tellOfCrowd(denied)
    },
    async flush() {
      for (const { last, times, timer } of counting.values()) {
        clearTimeout(timer)
        if (times > 0) write(last, times)
      }
      counting.clear()
      await written
    },
  }
}
