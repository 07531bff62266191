import type { Readable } from 'node:stream'
import { noAnswer } from './google-refusal.ts'

/**
 * The bytes of an answer as they come. A line that stays silent for `patience` ms is given up, however much has come
 * before; the time that the reader takes doesn't count.
 */
export async function contentOf(
  open: (signal: AbortSignal) => Promise<Readable>,
  patience: number,
): Promise<AsyncIterable<Uint8Array>> {
  const giveUp = new AbortController()
  const patiently = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => giveUp.abort(), patience)
    try {
      return await work
    } finally {
      clearTimeout(timer)
    }
  }
  const body = await patiently(open(giveUp.signal))
  return chunksOf(body, patiently)
}

async function* chunksOf(
  body: Readable,
  patiently: <T>(work: Promise<T>) => Promise<T>,
): AsyncIterable<Uint8Array> {
  try {
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
    for (;;) {
      const chunk = await patiently(chunks.next())
      if (chunk.done) return
      yield chunk.value
    }
  } catch (cause) {
    throw noAnswer({ cause }, 'Google Drive')
  } finally {
    body.destroy()
  }
}
