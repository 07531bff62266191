import { LoadError } from './load-failure.ts'
import { type StreamedBytes, streamBytes } from './streamed-bytes.ts'

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

type SourceOptions = {
  signal: AbortSignal
  fetch?: typeof globalThis.fetch
  /** Waits between tries, in ms. */
  pauses?: readonly number[]
}

/**
 * Opens a document: one answer brings its two ends, which is all that the first page is read from; it arrives
 * while pdf.js itself may still load. Everything else is asked for where it is needed.
 */
export async function openSource(urls: SourceUrls, options: SourceOptions): Promise<RangeSource> {
  try {
    return await open(urls, options)
  } catch (error) {
    const failure = error instanceof LoadError ? error.failure : undefined
    if (failure?.kind !== 'status' || failure.status !== 401) throw error
    // After a long absence the shell renews the session's cookie while the first page is already drawn.
    await new Promise((resolve) => setTimeout(resolve, options.pauses?.[0] ?? 1000))
    options.signal.throwIfAborted()
    return open(urls, options)
  }
}

async function open(urls: SourceUrls, options: SourceOptions): Promise<RangeSource> {
  const { signal, fetch = globalThis.fetch, pauses = [1000, 2000, 4000] } = options
  // A board's papers leave nothing in the device's cache, and one range never waits there for another.
  const get = (url: string, headers: HeadersInit = {}) =>
    fetch(url, { signal, cache: 'no-store', headers }).then(refuse, offline)
  const response = await get(urls.opening)
  const parts = openingOf(response)
  if (!parts || parts.head >= parts.size) {
    const whole = new Uint8Array(await response.arrayBuffer().catch(offline))
    const read = async (begin: number, end: number) => whole.slice(begin, end)
    return { length: whole.length, pieceSize: defaultPiece, whole, read, readRest: () => {} }
  }

  const { size, head, tail, chunk } = parts
  const ends = streamBytes(tail + head, Promise.resolve(response))
  let rest: StreamedBytes | undefined
  const here = (begin: number, end: number) => {
    if (begin >= size - tail) return ends.read(begin - size + tail, end - size + tail)
    if (end <= head) return ends.read(tail + begin, tail + end)
    const soon = rest && begin >= head && end - head <= rest.filled() + near
    return soon ? rest?.read(begin - head, end - head) : undefined
  }
  const getRange = async (begin: number, end: number): Promise<Response> => {
    const answer = await get(urls.content, { range: `bytes=${begin}-${end - 1}` })
    // A 200 or another length means that the document was replaced under our feet.
    if (totalOf(answer) !== size) throw new LoadError({ kind: 'status', status: 412 })
    return answer
  }
  const readRange = async (begin: number, end: number): Promise<Uint8Array> => {
    const answer = await getRange(begin, end)
    return new Uint8Array(await answer.arrayBuffer().catch(offline))
  }
  return {
    length: size,
    pieceSize: chunk,
    async read(begin, end) {
      const known = await here(begin, end)
      return known ?? retried(() => readRange(begin, end), pauses, signal)
    },
    readRest() {
      rest ??= streamBytes(size - tail - head, getRange(head, size - tail))
    },
  }
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

async function retried<T>(
  run: () => Promise<T>,
  pauses: readonly number[],
  signal: AbortSignal,
): Promise<T> {
  for (const pause of pauses) {
    try {
      return await run()
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
      signal.throwIfAborted()
    }
  }
  return run()
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof LoadError)) return false
  const { failure } = error
  if (failure.kind === 'status') return failure.status >= 500 || failure.status === 429
  return failure.kind === 'offline'
}

function refuse(response: Response): Response {
  if (response.ok) return response
  if (response.status === 404) throw new LoadError({ kind: 'missing' })
  const requestId = response.headers.get('x-request-id') ?? undefined
  throw new LoadError({ kind: 'status', status: response.status, requestId })
}

function offline(cause: unknown): never {
  throw new LoadError({ kind: 'offline' }, { cause })
}

function totalOf(response: Response): number | undefined {
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}
