import type { Readable } from 'node:stream'
import { noResponseRefusal } from './google-refusal.ts'

/**
 * Streams the content of a response. The stream is aborted when no data arrives for `idleTimeout` ms; the time the
 * consumer takes doesn't count.
 */
export async function contentOf(
  open: (signal: AbortSignal) => Promise<Readable>,
  idleTimeout: number,
): Promise<AsyncIterable<Uint8Array>> {
  const giveUp = new AbortController()
  const withIdleTimeout = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => giveUp.abort(), idleTimeout)
    try {
      return await work
    } finally {
      clearTimeout(timer)
    }
  }
  const body = await withIdleTimeout(open(giveUp.signal))
  return chunksOf(body, withIdleTimeout)
}

async function* chunksOf(
  body: Readable,
  withIdleTimeout: <T>(work: Promise<T>) => Promise<T>,
): AsyncIterable<Uint8Array> {
  try {
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
    for (;;) {
      const chunk = await withIdleTimeout(chunks.next())
      if (chunk.done) return
      yield chunk.value
    }
  } catch (cause) {
    throw noResponseRefusal({ cause }, 'Google Drive')
  } finally {
    body.destroy()
  }
}
