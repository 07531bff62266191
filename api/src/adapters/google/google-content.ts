import type { Readable } from 'node:stream'
import { noResponseRefusal } from './google-refusal.ts'

/**
 * Streams the content of a response. The stream is aborted when no data arrives for `idleTimeout` ms; the time the
 * consumer takes doesn't count. `given` aborts it as well.
 */
export async function contentOf(
  open: (signal: AbortSignal) => Promise<Readable>,
  idleTimeout: number,
  given: AbortSignal | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const giveUp = new AbortController()
  const signal = given ? AbortSignal.any([given, giveUp.signal]) : giveUp.signal
  const withIdleTimeout = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => giveUp.abort(), idleTimeout)
    try {
      return await work
    } finally {
      clearTimeout(timer)
    }
  }
  const body = await withIdleTimeout(open(signal))
  // This also closes a body that nobody reads.
  const end = () => body.destroy(given?.reason)
  if (given?.aborted) end()
  else given?.addEventListener('abort', end, { once: true })
  body.on('error', () => undefined)
  body.once('close', () => given?.removeEventListener('abort', end))
  return chunksOf(body, withIdleTimeout, given)
}

async function* chunksOf(
  body: Readable,
  withIdleTimeout: <T>(work: Promise<T>) => Promise<T>,
  given: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  try {
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
    for (;;) {
      const chunk = await withIdleTimeout(chunks.next())
      if (chunk.done) return
      yield chunk.value
    }
  } catch (cause) {
    given?.throwIfAborted()
    throw noResponseRefusal({ cause }, 'Google Drive')
  } finally {
    body.destroy()
  }
}
