import { setTimeout as after } from 'node:timers/promises'
import { Refusal } from '../refusal.ts'

/** Waits in ms between tries, when the drive doesn't say how long: together longer than the minute of a quota. */
const waits = [1000, 2000, 4000, 8000, 16_000, 32_000]

/** At most, in ms: calls that were refused together don't come back together. */
const jitter = 1000

export type Wait = (ms: number) => Promise<unknown>

/** Tries again, later and later, while the drive answers that it is asked too much or can't answer just now. */
export async function backingOff<T>(work: () => Promise<T>, wait: Wait = after): Promise<T> {
  for (const ms of waits) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
      const { retryAfter } = error.details
      await wait((retryAfter === undefined ? ms : retryAfter * 1000) + Math.random() * jitter)
    }
  }
  return work()
}

/** Whether the same may well succeed in a moment. */
export function isPassing(error: unknown): error is Refusal {
  if (!(error instanceof Refusal)) return false
  return error.code === 'tooMany' || error.details.passing === true
}
