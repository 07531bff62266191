import { withTimeout } from '../resilience/with-timeout.ts'
import { Refusal } from '../../refusal.ts'

/** The minimum pace of a body: on average this many bytes a second, after `grace` ms. */
export type BodyPace = { grace: number; bytesPerSecond: number }

/**
 * Waits for each chunk of a body, and refuses with `requestTimeout` once the body is behind its pace. Only the time
 * spent waiting for the sender counts: a slow disk on this side isn't the sender's fault.
 */
export function createPacedReader(pace: BodyPace) {
  let received = 0
  let waited = 0
  return {
    async read<T extends { value?: Uint8Array | undefined }>(chunk: Promise<T>): Promise<T> {
      const started = performance.now()
      const allowed = pace.grace + (received / pace.bytesPerSecond) * 1000 - waited
      const read = await withTimeout(() => chunk.catch(cutOff), Math.max(0, allowed), tooSlow)
      waited += performance.now() - started
      received += read.value?.byteLength ?? 0
      return read
    },
  }
}

function cutOff(cause: unknown): never {
  throw new Refusal('badRequest', 'The request ended before all of it had arrived.', { cause })
}

function tooSlow(): Refusal {
  return new Refusal('requestTimeout', 'The request arrived too slowly. Please try again.')
}
