import { monitorEventLoopDelay } from 'node:perf_hooks'

type Reason = 'requests' | 'streams' | 'delay'

export type Admission = {
  /** Why this request can't be taken on now; undefined when it can. */
  refused: (path: string) => Reason | undefined
  /** Whether as many requests are being answered as may be at the same time. */
  isFull: () => boolean
  /** Begins a request that takes a while; to be called when its answer stands. */
  begin: () => () => void
  /** The same for a file that is being sent. */
  beginStream: () => () => void
  counts: () => { requests: number; streams: number; share: number }
  stop: () => void
}

type Limits = { requests: number; streams: number }

/** Whoever asks whether the portal is well has to be answered, most of all when it has too much to do. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** Ms by which the event loop may be late before fewer requests are taken on. */
const mostDelay = 250
const judgedEvery = 250
/** Requests a second below which they can't be what makes the loop late: a busy machine isn't relieved by refusing them. */
const fewest = 100
const resolution = 10
/** The share that is taken on falls quickly and rises slowly; never to nothing, or nobody would see it end. */
const [leastShare, fall, rise] = [0.05, 0.6, 0.05]

/**
 * Refuses early what would only make everyone wait: beyond so many requests at once, so many files at once, and a
 * share of all while many come and the event loop is late. What is answered at once from memory never counts.
 */
export function createAdmission(limits: Limits): Admission {
  let [requests, streams] = [0, 0]
  let share = 1
  let credit = 0
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  let judgedAt = performance.now()
  let inARow = 0
  let arrived = 0
  const judging = setInterval(() => {
    const moment = performance.now()
    // While the loop stands still for long nothing is measured: then this very call is what comes late.
    const own = moment - judgedAt - judgedEvery
    const measured = delay.count > 0 ? delay.mean / 1e6 - resolution : 0
    const late = Math.max(own, measured)
    const isCrowded = arrived >= (fewest * (moment - judgedAt)) / 1000
    judgedAt = moment
    arrived = 0
    delay.reset()
    inARow = late > mostDelay && isCrowded ? inARow + 1 : 0
    // Late once is a start or a collection of garbage, late twice is too much load.
    if (inARow > 1) share = Math.max(leastShare, share * fall)
    else if (inARow === 0) share = Math.min(1, share + rise)
  }, judgedEvery)
  judging.unref()

  const isFull = () => requests >= limits.requests

  return {
    isFull,
    refused(path) {
      if (probes.has(path)) return undefined
      arrived += 1
      if (isFull()) return 'requests'
      if (streams >= limits.streams && isFile(path)) return 'streams'
      if (share === 1) return undefined
      credit += share
      if (credit < 1) return 'delay'
      credit -= 1
      return undefined
    },
    begin() {
      requests += 1
      return () => void (requests -= 1)
    },
    beginStream() {
      streams += 1
      return () => void (streams -= 1)
    },
    counts: () => ({ requests, streams, share }),
    stop() {
      clearInterval(judging)
      delay.disable()
    },
  }
}

/** What is sent as a stream, for as long as its reader takes. */
export function isFile(path: string): boolean {
  return path.startsWith('/api/documents/') && path.includes('/content')
}
