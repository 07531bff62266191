import { Refusal } from '../../refusal.ts'

export type RequestQueue = {
  /**
   * Waits until fewer than `atOnce` requests of the person are being answered; resolves with a function that ends the
   * turn. Refuses with `tooMany` if too many of the person's requests wait, and with `unavailable` if it takes too long.
   * Rejects when the caller has left.
   */
  take: (uid: string, signal: AbortSignal) => Promise<() => void>
}

type Limits = {
  /** How many requests of one person are answered at once. */
  atOnce: number
  /** How many more may wait. */
  waiting: number
  /** In ms. */
  longestWait: number
}

type Flow = { running: number; waiting: Set<() => void> }

/** Queues the requests of one person behind each other, so that nobody else has to wait for them. */
export function createRequestQueue({
  atOnce,
  waiting: mostWaiting,
  longestWait,
}: Limits): RequestQueue {
  const flows = new Map<string, Flow>()

  const next = (uid: string, flow: Flow) => {
    const [first] = flow.waiting
    if (first && flow.running < atOnce) first()
    else if (!first && flow.running === 0) flows.delete(uid)
  }

  return {
    async take(uid, signal) {
      signal.throwIfAborted()
      const flow = flows.get(uid) ?? { running: 0, waiting: new Set() }
      if (flow.running >= atOnce && flow.waiting.size >= mostWaiting) {
        const detail = 'You are asking for a lot at once. Please try again in a moment.'
        throw new Refusal('tooMany', detail, { retryAfter: 2 })
      }
      flows.set(uid, flow)
      const turn = Promise.withResolvers<void>()
      const end = (reason: unknown) => {
        flow.waiting.delete(begin)
        turn.reject(reason)
      }
      const leave = () => end(signal.reason)
      const timer = setTimeout(() => end(late()), longestWait)
      const begin = () => {
        flow.waiting.delete(begin)
        flow.running += 1
        turn.resolve()
      }
      flow.waiting.add(begin)
      signal.addEventListener('abort', leave, { once: true })
      next(uid, flow)
      await turn.promise.finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
      })
      return () => {
        flow.running -= 1
        next(uid, flow)
      }
    },
  }
}

function late(): Refusal {
  const detail = 'Your other requests take too long at the moment. Please try again.'
  return new Refusal('unavailable', detail, { retryAfter: 2 })
}
