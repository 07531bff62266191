import { LoadError } from './load-failure.ts'
import { streamBytes } from './streamed-bytes.ts'

/** A document's bytes, read piece by piece. */
export type RangeSource = {
  /** Of the whole document, in bytes. */
  length: number
  /** The whole document, where it came in one answer. */
  whole?: Uint8Array
  read(begin: number, end: number): Promise<Uint8Array>
}

/** A document under way: its bytes, and the signal that lets go of them. */
export type Opening = { source: Promise<RangeSource>; signal: AbortSignal }

type Piece = { begin: number; bytes: Uint8Array }

type SourceOptions = {
  signal: AbortSignal
  fetch?: typeof globalThis.fetch
  /** Waits between tries, in ms. */
  pauses?: readonly number[]
}

/** As much as pdf.js asks for at a time. */
export const pieceSize = 65_536

/** Up to this size the rest comes in one answer: asking piece by piece would cost more than it saves. */
const oneAnswerLimit = 1.5 * 1024 * 1024

/**
 * Opens a document: asks whether it is there and for its two ends at the same time. A PDF's index stands at
 * its end, so the two pieces are what pdf.js reads first, and they arrive while pdf.js itself still loads.
 */
export async function openSource(url: string, options: SourceOptions): Promise<RangeSource> {
  try {
    return await open(url, options)
  } catch (error) {
    const failure = error instanceof LoadError ? error.failure : undefined
    if (failure?.kind !== 'status' || failure.status !== 401) throw error
    // After a long absence the shell renews the session's cookie while the first page is already drawn.
    await new Promise((resolve) => setTimeout(resolve, options.pauses?.[0] ?? 1000))
    options.signal.throwIfAborted()
    return open(url, options)
  }
}

async function open(url: string, options: SourceOptions): Promise<RangeSource> {
  const { signal, fetch = globalThis.fetch, pauses = [1000, 2000, 4000] } = options
  // One range must not wait for another: the HTTP cache would let them through one by one.
  const get = (range: string) => fetch(url, { signal, cache: 'no-store', headers: { range } })
  const checked = fetch(url, { method: 'HEAD', signal, cache: 'no-store' }).then(refuse, offline)
  const tail = get(`bytes=-${pieceSize}`).then(pieceOf, () => undefined)
  const head = await Promise.all([
    get(`bytes=0-${pieceSize - 1}`).then(refuse, offline),
    checked,
  ]).then(([response]) => response)

  const length = totalOf(head)
  if (head.status !== 206 || length === undefined) {
    const whole = new Uint8Array(await head.arrayBuffer().catch(offline))
    return { length: whole.length, whole, read: async (begin, end) => whole.slice(begin, end) }
  }
  const first = { begin: 0, bytes: new Uint8Array(await head.arrayBuffer().catch(offline)) }
  if (first.bytes.length >= length) {
    return { length, whole: first.bytes, read: async (begin, end) => first.bytes.slice(begin, end) }
  }

  const readOnce = async (begin: number, end: number): Promise<Uint8Array> => {
    const response = await get(`bytes=${begin}-${end - 1}`).then(refuse, offline)
    // A 200 or another length means that the document was replaced under our feet.
    if (totalOf(response) !== length) throw new LoadError({ kind: 'status', status: 412 })
    return new Uint8Array(await response.arrayBuffer().catch(offline))
  }
  const rest =
    length <= oneAnswerLimit
      ? streamBytes(length, first.bytes, get(`bytes=${pieceSize}-${length - 1}`).then(refuse))
      : undefined
  return {
    length,
    async read(begin, end) {
      const known = cut(first, begin, end) ?? cut(await nearEnd(tail, length, begin), begin, end)
      const streamed = known ?? (await rest?.read(begin, end))
      return streamed ?? retried(() => readOnce(begin, end), pauses, signal)
    },
  }
}

async function nearEnd(tail: Promise<Piece | undefined>, length: number, begin: number) {
  return begin >= length - pieceSize ? await tail : undefined
}

function cut(piece: Piece | undefined, begin: number, end: number): Uint8Array | undefined {
  if (!piece || begin < piece.begin || end > piece.begin + piece.bytes.length) return undefined
  return piece.bytes.slice(begin - piece.begin, end - piece.begin)
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

async function pieceOf(response: Response): Promise<Piece | undefined> {
  const begin = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]
  if (response.status !== 206 || begin === undefined) {
    await response.body?.cancel()
    return undefined
  }
  return { begin: Number(begin), bytes: new Uint8Array(await response.arrayBuffer()) }
}

function totalOf(response: Response): number | undefined {
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}
