import { createHash } from 'node:crypto'

/** The error of a stream whose bytes don't match its hash. */
export class AlteredBytesError extends Error {
  constructor() {
    super('The stored bytes don’t match their hash.')
    this.name = 'AlteredBytesError'
  }
}

/**
 * Passes a file's bytes on and verifies them. The last chunk is held back until the hash of all bytes is known; if it
 * differs from `sha256` (in hex), the stream fails instead, so that nobody takes altered bytes for a complete file.
 */
export function verifiedStream(
  bytes: ReadableStream<Uint8Array>,
  sha256: string,
  onAltered: () => void,
): ReadableStream<Uint8Array> {
  const reader = bytes.getReader()
  const hash = createHash('sha256')
  let held: Uint8Array | undefined
  let isCancelled = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read()
          // A read in progress ends as if the file did.
          if (isCancelled) return undefined
          if (done) break
          hash.update(value)
          const before = held
          held = value
          if (before) return controller.enqueue(before)
        }
        if (hash.digest('hex') !== sha256) {
          onAltered()
          throw new AlteredBytesError()
        }
        if (held) controller.enqueue(held)
        controller.close()
        return undefined
      },
      cancel(reason) {
        isCancelled = true
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
