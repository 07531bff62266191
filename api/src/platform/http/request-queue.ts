import { Refusal } from '../../refusal.ts'

export type RequestQueue = {
  /**
   * Waits until fewer than `atOnce` of the caller's requests are being answered; resolves with a function that ends the
   * turn. Refuses with `tooMany` if too many of the caller's requests wait, and with `unavailable` if it takes too long.
   * Rejects when the caller has left.
   */
  take: (caller: string, signal: AbortSignal) => Promise<() => void>
}

type Limits = {
  /** How many requests of one caller are answered at once. */
  atOnce: number
  /** How many more may wait. */
  waiting: number
  /** In ms. */
  longestWait: number
  /** The message of a refusal when too many wait, if the callers share one queue. */
  full?: string
}

type Flow = { running: number; waiting: Set<() => void> }

/** Queues the requests of one caller behind each other, so that nobody else has to wait for them. */
export function createRequestQueue({
  atOnce,
  waiting: mostWaiting,
  longestWait,
  full,
}: Limits): RequestQueue {
  const flows = new Map<string, Flow>()

  const next = (caller: string, flow: Flow) => {
    const [first] = flow.waiting
    if (first && flow.running < atOnce) first()
    else if (!first && flow.running === 0) flows.delete(caller)
  }

  return {
    async take(caller, signal) {
      signal.throwIfAborted()
      const flow = flows.get(caller) ?? { running: 0, waiting: new Set() }
      if (flow.running >= atOnce && flow.waiting.size >= mostWaiting) {
        throw full === undefined ? tooMany() : busy(full)
      }
      flows.set(caller, flow)
      const turn = Promise.withResolvers<void>()
      const end = (reason: unknown) => {
        flow.waiting.delete(begin)
        turn.reject(reason)
      }
      const leave = () => end(signal.reason)
      const timer = setTimeout(() => end(busy(full ?? tooSlow)), longestWait)
      const begin = () => {
        flow.waiting.delete(begin)
        flow.running += 1
        turn.resolve()
      }
      flow.waiting.add(begin)
      signal.addEventListener('abort', leave, { once: true })
      next(caller, flow)
      await turn.promise.finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
      })
      return () => {
        flow.running -= 1
        next(caller, flow)
      }
    },
  }
}

const tooSlow = 'Your other requests take too long at the moment. Please try again.'

function tooMany(): Refusal {
  const detail = 'You are asking for a lot at once. Please try again in a moment.'
  return new Refusal('tooMany', detail, { retryAfter: 2 })
}

function busy(detail: string): Refusal {
  return new Refusal('unavailable', detail, { retryAfter: 2 })
}
