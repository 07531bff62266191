import { headersOf, missing } from '../../platform/http/content-response.ts'
import type { ByteRange } from '../../platform/files/byte-range.ts'
import type { DocumentContent, ReadContent } from '../../platform/files/document-content.ts'

/** In bytes: the length of each end that is sent, and the chunk size that a reader requests. */
export type OpeningParts = { head: number; tail: number; chunk: number }

const smallestChunk = 8 * 1024
const largestChunk = 64 * 1024
/** Files up to this size are sent whole. */
const wholeLimit = 4 * smallestChunk
/** pdf.js searches this many bytes at a file's end for its index. */
const lookBack = 1024

/**
 * The parts of a file that the first page is read from, in whole chunks, since readers request no less. The chunk is
 * the smallest that contains either end, so that little else is sent. A file without a fast copy has its index at its
 * end or its beginning.
 */
export function openingParts(
  size: number,
  { head, tail } = { head: largestChunk, tail: largestChunk },
): OpeningParts {
  const least = Math.max(Math.min(head, largestChunk), tail, smallestChunk)
  const chunk = Math.min(largestChunk, 2 ** Math.ceil(Math.log2(least)))
  const headEnd = Math.ceil(head / chunk) * chunk
  const tailStart = Math.floor(Math.max(0, size - Math.max(tail, lookBack)) / chunk) * chunk
  if (size <= wholeLimit || headEnd >= tailStart) return { head: size, tail: 0, chunk }
  return { head: headEnd, tail: size - tailStart, chunk }
}

/** Sends the parts that the first page is read from; the end first, because it contains the PDF's index. */
export async function openingResponse(
  content: DocumentContent,
  read: ReadContent,
  request: Request,
): Promise<Response> {
  const { size } = content
  const { head, tail, chunk } = openingParts(size, content.opening)
  const headers = headersOf(content)
  headers.set('content-type', 'application/octet-stream')
  headers.set('content-length', String(head + tail))
  headers.set('x-opening', `size=${size}, head=${head}, tail=${tail}, chunk=${chunk}`)
  if (request.method === 'HEAD') return new Response(null, { headers })
  const ranges = [
    { start: size - tail, end: size - 1 },
    { start: 0, end: head - 1 },
  ].filter(({ start, end }) => end >= start)
  return new Response(concatenated(await openedAll(content, read, ranges)), { headers })
}

/** All of the ranges: if one can't be opened, the others are closed. */
async function openedAll(content: DocumentContent, read: ReadContent, ranges: ByteRange[]) {
  const results = await Promise.allSettled(ranges.map((range) => read(content, range)))
  const streams = results.flatMap((result) => (result.status === 'fulfilled' && result.value) || [])
  if (streams.length === ranges.length) return streams
  await Promise.allSettled(streams.map((stream) => stream.cancel()))
  const failure = results.find((result) => result.status === 'rejected')
  throw failure ? failure.reason : missing(content)
}

/** Concatenates streams, with backpressure. */
function concatenated(streams: ReadableStream<Uint8Array>[]): ReadableStream<Uint8Array> {
  const readers = streams.map((stream) => stream.getReader())
  return new ReadableStream({
    async pull(controller) {
      for (let reader = readers[0]; reader; reader = readers[0]) {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        readers.shift()
      }
      controller.close()
    },
    async cancel(reason) {
      await Promise.all(readers.map((reader) => reader.cancel(reason)))
    },
  })
}
