import { LoadError } from './load-failure.ts'
import { get, getRange, offline, retried, type SourceOptions } from './range-requests.ts'
import { keepPaper, type ReadPaper, recallPaper } from './read-papers.ts'
import { bytesOf, type StreamedBytes, streamBytes } from './streamed-bytes.ts'

/** A document's bytes, read piece by piece. */
export type RangeSource = {
  /** Of the whole document, in bytes. */
  length: number
  /** The size of the pieces that the opening came in, in bytes. */
  pieceSize: number
  /** The whole document, where it came in one answer. */
  whole?: Uint8Array
  read: (begin: number, end: number) => Promise<Uint8Array>
  /** Asks for all that isn't here yet in one answer. */
  readRest: () => void
}

/** A document under way: its bytes, and the signal that lets go of them. */
export type Opening = { source: Promise<RangeSource>; signal: AbortSignal }

/** Where to ask: for what the first page is read from, and for the rest by ranges. */
export type SourceUrls = { opening: string; content: string }

/**
 * Opens a document: one answer brings its two ends, which is all that the first page is read from; it arrives
 * while pdf.js itself may still load. Everything else is asked for where it is needed. Where no server is
 * reached, the document opens from what was read of it before on this visit.
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
    // After a long absence the shell renews the session's cookie while the first page is already drawn.
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
    // A copy: pdf.js takes the bytes that it is handed with it into its worker.
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

/** Nothing is asked for unless it is missing: once the device is online again, that comes from the server. */
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

/** Bytes of the rest that will be here sooner than an answer of their own. */
const near = 256 * 1024

/** As much as pdf.js asks for at a time where the server says nothing. */
const defaultPiece = 65_536

/** Undefined from a server that sends the whole document. */
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
