import { setTimeout as after } from 'node:timers/promises'
import { Refusal } from '../refusal.ts'

/** Waits in ms between tries, when the drive doesn't say how long. */
const waits = [1000, 2000, 4000, 8000, 16_000]

export type Wait = (ms: number) => Promise<unknown>

/** Tries again, later and later, while the drive answers that it is asked too much. */
export async function backingOff<T>(work: () => Promise<T>, wait: Wait = after): Promise<T> {
  for (const ms of waits) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'tooMany') throw error
      const { retryAfter } = error.details
      await wait(retryAfter === undefined ? ms : retryAfter * 1000)
    }
  }
  return work()
}
