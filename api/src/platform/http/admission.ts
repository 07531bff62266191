import { monitorEventLoopDelay } from 'node:perf_hooks'

type Reason = 'requests' | 'streams' | 'delay'

export type Admission = {
  /** Why this request is refused now; undefined if it is accepted. */
  refused: (path: string) => Reason | undefined
  /** Whether the limit of concurrent requests is reached. */
  isFull: () => boolean
  /** Counts a slow request; call the returned function once its response is complete. */
  begin: () => () => void
  /** Counts a file download, in the same way. */
  beginStream: () => () => void
  counts: () => { requests: number; streams: number; share: number }
  stop: () => void
}

type Limits = { requests: number; streams: number }

/** Health checks are always answered, above all under load. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** Event loop delay in ms above which fewer requests are accepted. */
const maxDelay = 250
/** In ms. */
const evaluationInterval = 250
/** Requests per second below which load isn't the cause of the delay, so refusing them wouldn't help a busy machine. */
const minRate = 100
const resolution = 10
/**
 * The accepted share falls quickly and rises slowly. It is never 0, because the end of the overload would go unnoticed.
 */
const [minShare, decrease, increase] = [0.05, 0.6, 0.05]

/**
 * Sheds load: refuses requests beyond a number of concurrent requests, beyond a number of concurrent downloads, and a
 * share of all requests while many arrive and the event loop is delayed. Replies from memory don't count.
 */
export function createAdmission(limits: Limits): Admission {
  let [requests, streams] = [0, 0]
  let share = 1
  let credit = 0
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  let evaluatedAt = performance.now()
  let lateInARow = 0
  let arrived = 0
  const timer = setInterval(() => {
    const moment = performance.now()
    // A blocked loop measures nothing; then this callback is late itself.
    const own = moment - evaluatedAt - evaluationInterval
    const measured = delay.count > 0 ? delay.mean / 1e6 - resolution : 0
    const late = Math.max(own, measured)
    const isCrowded = arrived >= (minRate * (moment - evaluatedAt)) / 1000
    evaluatedAt = moment
    arrived = 0
    delay.reset()
    lateInARow = late > maxDelay && isCrowded ? lateInARow + 1 : 0
    // One late interval is a start or a garbage collection; two are overload.
    if (lateInARow > 1) share = Math.max(minShare, share * decrease)
    else if (lateInARow === 0) share = Math.min(1, share + increase)
  }, evaluationInterval)
  timer.unref()

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
      clearInterval(timer)
      delay.disable()
    },
  }
}

/** Downloads are streamed for as long as the client takes to read them. */
export function isFile(path: string): boolean {
  return path.startsWith('/api/documents/') && path.includes('/content')
}
