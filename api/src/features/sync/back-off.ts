import { setTimeout as after } from 'node:timers/promises'
import { Refusal } from '../../refusal.ts'

/** Delays between retries in ms, unless the drive names one. Their sum exceeds the drive's one-minute quota window. */
const waits = [1000, 2000, 4000, 8000, 16_000, 32_000]

/** The longest delay that the drive may name, in ms: for a longer one the run fails, so that an admin sees why. */
const longestNamedWait = 120_000

/** Maximum random delay in ms, so that calls refused together don't retry together. */
const jitter = 1000

export type Wait = (ms: number) => Promise<unknown>

/** Retries with growing delays while the drive is rate-limiting or temporarily unavailable. */
export async function withBackoff<T>(work: () => Promise<T>, wait: Wait = after): Promise<T> {
  for (const ms of waits) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error)) throw error
      const { retryAfter } = error.details
      const named = retryAfter === undefined ? ms : retryAfter * 1000
      if (named > longestNamedWait) throw error
      await wait(named + Math.random() * jitter)
    }
  }
  return work()
}

/** Whether a retry may succeed. */
export function isTransient(error: unknown): error is Refusal {
  if (!(error instanceof Refusal)) return false
  return error.code === 'tooMany' || error.details.transient === true
}
