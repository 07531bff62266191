import { fetchUnlessSilent, isSilence } from '@portal/contract/silence'
import { LoadError } from './load-failure.ts'

export type SourceOptions = {
  signal: AbortSignal
  fetch?: typeof globalThis.fetch
  /** How long an answer may take to begin and to go on, in ms. */
  silenceLimit?: number
  /** Waits between tries, in ms. */
  pauses?: readonly number[]
}

/** A board's papers leave nothing in the device's cache, and one range never waits there for another. */
export async function get(
  url: string,
  options: SourceOptions,
  headers: HeadersInit = {},
): Promise<Response> {
  const { signal, fetch = globalThis.fetch, silenceLimit = 30_000 } = options
  const init = { signal, cache: 'no-store', headers } as const
  const response = await fetchUnlessSilent(url, init, { silenceLimit, fetch }).catch(offline)
  return refuse(response)
}

/** A part of a document whose whole size is known, in bytes. */
export async function getRange(
  url: string,
  { begin, end, size }: { begin: number; end: number; size: number },
  options: SourceOptions,
): Promise<Response> {
  const answer = await get(url, options, { range: `bytes=${begin}-${end - 1}` })
  // A 200 or another length means that the document was replaced under our feet.
  if (totalOf(answer) !== size) throw new LoadError({ kind: 'status', status: 412 })
  return answer
}

/** Runs again after each pause while the failure is one that passes. */
export async function retried<T>(
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
  const requestId = response.headers.get('x-request-id') ?? undefined
  if (response.status === 404) throw new LoadError({ kind: 'missing', requestId })
  throw new LoadError({ kind: 'status', status: response.status, requestId })
}

/** For what a request fails with when nothing answers, and it doesn't say so itself. */
export function offline(cause: unknown): never {
  if (cause instanceof LoadError) throw cause
  if (isSilence(cause)) throw new LoadError({ kind: 'unanswered' }, { cause })
  throw new LoadError({ kind: 'offline' }, { cause })
}

function totalOf(response: Response): number | undefined {
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}
