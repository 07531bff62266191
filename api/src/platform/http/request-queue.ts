import { Refusal } from '../../refusal.ts'
import { createTurns, type Turns } from '../background/turns.ts'

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

/** Queues the requests of one caller behind each other, so that nobody else has to wait for them. */
export function createRequestQueue({
  atOnce,
  waiting: mostWaiting,
  longestWait,
  full,
}: Limits): RequestQueue {
  const callers = new Map<string, Turns>()
  const waiting = {
    most: mostWaiting,
    longest: longestWait,
    tooMany: () => (full === undefined ? tooMany() : busy(full)),
    tooLong: () => busy(full ?? tooSlow),
  }

  return {
    async take(caller, signal) {
      signal.throwIfAborted()
      const turns = callers.get(caller) ?? createTurns({ most: atOnce, waiting })
      callers.set(caller, turns)
      const forgetIdle = () => {
        if (turns.isIdle()) callers.delete(caller)
      }
      try {
        const end = await turns.take({ signal })
        return () => {
          end()
          forgetIdle()
        }
      } catch (error) {
        forgetIdle()
        throw error
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
