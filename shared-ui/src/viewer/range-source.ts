import { LoadError } from './load-failure.ts'
import { get, getRange, offline, retried, type SourceOptions } from './range-requests.ts'
import { keepPaper, type ReadPaper, recallPaper } from './read-papers.ts'

/** A document's bytes, read in parts. */
export type RangeSource = {
  /** Size of the whole document in bytes. */
  length: number
  /** The chunk size of the opening response, in bytes. */
  pieceSize: number
  /** The whole document, if it came in one response. */
  whole?: Uint8Array
  read: (begin: number, end: number) => Promise<Uint8Array>
  /** Requests everything that is still missing, in one response. */
  readRest: () => void
}

/** A document being opened: its bytes, and the signal that cancels it. */
export type Opening = { source: Promise<RangeSource>; signal: AbortSignal }

/** URLs for the opening, which the first page is read from, and for ranges of the rest. */
export type SourceUrls = { opening: string; content: string }

/**
 * Opens a document. One response contains its two ends, which suffice for the first page, and arrives while pdf.js is
 * still loading. Other ranges are requested on demand. If the server can't be reached, the document opens from what
 * was read on this visit.
 */
export async function openSource(urls: SourceUrls, options: SourceOptions): Promise<RangeSource> {
  try {
    return await open(urls, options)
  } catch (error) {
    const failure = error instanceof LoadError ? error.failure : undefined
    const isSilent = failure?.kind === 'offline' || failure?.kind === 'unanswered'
    const paper = isSilent ? recallPaper(urls.content) : undefined
    if (paper) return readBefore(paper, urls, options)
    if (failure?.kind !== 'status' || failure.status !== 401) throw error
    // After a long absence, the shell renews the session cookie while the first page is already shown.
    await new Promise((resolve) => setTimeout(resolve, options.pauses?.[0] ?? 1000))
    options.signal.throwIfAborted()
    return open(urls, options)
  }
}

async function open(urls: SourceUrls, options: SourceOptions): Promise<RangeSource> {
  const response = await get(urls.opening, options)
  const parts = openingOf(response)
  const version = response.headers.get('etag') ?? undefined
  if (!parts || parts.head >= parts.size) {
    const whole = await bytesOf(response).catch(offline)
    const { length } = whole
    const paper = keepPaper(urls.content, { version, length, pieceSize: defaultPiece })
    // A copy, because pdf.js transfers the bytes it receives to its worker.
    paper.add(0, whole.slice())
    return wholeSource(whole, defaultPiece)
  }

  const { size, head, tail, chunk } = parts
  const paper = keepPaper(urls.content, { version, length: size, pieceSize: chunk })
  const ends = streamBytes(tail + head, Promise.resolve(response), (arrived) => {
    paper.add(size - tail, arrived.subarray(0, tail))
    paper.add(0, arrived.subarray(tail))
  })
  let rest: StreamedBytes | undefined
  const arriving = (begin: number, end: number) => {
    if (begin >= size - tail) return ends.read(begin - size + tail, end - size + tail)
    if (end <= head) return ends.read(tail + begin, tail + end)
    const soon = rest && begin >= head && end - head <= rest.filled() + near
    return soon ? rest?.read(begin - head, end - head) : undefined
  }
  return {
    length: size,
    pieceSize: chunk,
    async read(begin, end) {
      const known = paper.bytes(begin, end) ?? (await arriving(begin, end))
      return known ?? readRange(paper, begin, end, urls, options)
    },
    readRest() {
      if (paper.has(head, size - tail)) return
      rest ??= streamBytes(
        size - tail - head,
        getRange(urls.content, { begin: head, end: size - tail, size }, options),
        (arrived) => paper.add(head, arrived),
      )
    },
  }
}

/** Only requests missing bytes, which succeeds once the device is online again. */
function readBefore(paper: ReadPaper, urls: SourceUrls, options: SourceOptions): RangeSource {
  const { length, pieceSize } = paper
  const whole = paper.bytes(0, length)
  if (whole) return wholeSource(whole, pieceSize)
  return {
    length,
    pieceSize,
    read: async (begin, end) =>
      paper.bytes(begin, end) ?? readRange(paper, begin, end, urls, options),
    readRest: () => {},
  }
}

function wholeSource(whole: Uint8Array, pieceSize: number): RangeSource {
  const read = async (begin: number, end: number) => whole.slice(begin, end)
  return { length: whole.length, pieceSize, whole, read, readRest: () => {} }
}

async function readRange(
  paper: ReadPaper,
  begin: number,
  end: number,
  urls: SourceUrls,
  options: SourceOptions,
): Promise<Uint8Array> {
  const { signal, pauses = [1000, 2000, 4000] } = options
  const ask = async () => {
    const answer = await getRange(urls.content, { begin, end, size: paper.length }, options)
    return bytesOf(answer).catch(offline)
  }
  const bytes = await retried(ask, pauses, signal)
  paper.add(begin, bytes.slice())
  return bytes
}

/** Within this distance in bytes, waiting for the stream is faster than a separate request. */
const near = 256 * 1024

/** pdf.js's default chunk size, used if the server doesn't specify one. */
const defaultPiece = 65_536

/** Undefined if the server sends the whole document. */
function openingOf(response: Response) {
  const header = response.headers.get('x-opening')
  if (!header) return undefined
  const numbers = new Map(
    header
      .split(', ')
      .map((pair) => pair.split('='))
      .map(([name, value]) => [name, Number(value)]),
  )
  const number = (name: string) => numbers.get(name) ?? 0
  return {
    size: number('size'),
    head: number('head'),
    tail: number('tail'),
    chunk: number('chunk') || defaultPiece,
  }
}

/** Bytes that arrive in order; a range can be read as soon as it is complete. */
type StreamedBytes = {
  /** Undefined if the stream ended before the range was complete. */
  read: (begin: number, end: number) => Promise<Uint8Array | undefined>
  /** How many bytes have arrived. */
  filled: () => number
}

/** Collects a response body of `length` bytes; calls `onEnd` with what has arrived in the end. */
function streamBytes(
  length: number,
  answer: Promise<Response>,
  onEnd: (arrived: Uint8Array) => void,
): StreamedBytes {
  const bytes = new Uint8Array(length)
  let filled = 0
  let ended = false
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  const collect = async () => {
    for await (const part of partsOf(await answer)) {
      bytes.set(part, filled)
      filled += part.length
      wake()
    }
  }
  collect()
    // Missing bytes are requested separately.
    .catch(() => undefined)
    .finally(() => {
      ended = true
      onEnd(filled === length ? bytes : bytes.slice(0, filled))
      wake()
    })
  return {
    filled: () => filled,
    read: (begin, end) =>
      new Promise((resolve) => {
        const look = () => {
          if (end > filled && !ended) return
          waiting.delete(look)
          resolve(end > filled ? undefined : bytes.slice(begin, end))
        }
        waiting.add(look)
        look()
      }),
  }
}

/** Reads a whole response; unlike `arrayBuffer()`, this reports why it stopped. */
async function bytesOf(answer: Response): Promise<Uint8Array> {
  const parts: BlobPart[] = []
  for await (const part of partsOf(answer)) parts.push(part)
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

async function* partsOf({ body }: Response) {
  const reader = body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    yield part.value
  }
}
