import { fetchUnlessSilent, isSilence } from '../silence.ts'
import { LoadError } from './load-failure.ts'

export type SourceOptions = {
  signal: AbortSignal
  fetch?: typeof globalThis.fetch
  /** Idle timeout before and during a response, in ms. */
  silenceLimit?: number
  /** Delays between retries, in ms. */
  pauses?: readonly number[]
}

/** Requests aren't cached, so that papers leave no trace on the device and ranges don't wait for each other. */
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

/** Requests a byte range of a document of known size. */
export async function getRange(
  url: string,
  { begin, end, size }: { begin: number; end: number; size: number },
  options: SourceOptions,
): Promise<Response> {
  const answer = await get(url, options, { range: `bytes=${begin}-${end - 1}` })
  // A 200 or a different size means that the document was replaced in the meantime.
  if (totalOf(answer) !== size) throw new LoadError({ kind: 'status', status: 412 })
  return answer
}

/** Retries after each pause while the failure is transient. */
export async function retried<T>(
  run: () => Promise<T>,
  pauses: readonly number[],
  signal: AbortSignal,
): Promise<T> {
  for (const pause of pauses) {
    try {
      return await run()
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
      signal.throwIfAborted()
    }
  }
  return run()
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof LoadError)) return false
  const { failure } = error
  if (failure.kind === 'status') return failure.status >= 500 || failure.status === 429
  return failure.kind === 'offline'
}

async function refuse(response: Response): Promise<Response> {
  if (response.ok) return response
  const requestId = response.headers.get('x-request-id') ?? undefined
  if (response.status === 404) throw new LoadError({ kind: 'missing', requestId })
  // Nothing else about a document’s bytes is a conflict.
  if (response.status === 409) throw new LoadError({ kind: 'damaged', requestId })
  if (response.status === 410) {
    const problem: unknown = await response.json().catch(() => undefined)
    throw new LoadError({ kind: 'gone', sentence: sentenceOf(problem), requestId })
  }
  throw new LoadError({ kind: 'status', status: response.status, requestId })
}

/** The message of a problem, if it is one. */
function sentenceOf(problem: unknown): string | undefined {
  const { error } = (problem ?? {}) as { error?: unknown }
  return typeof error === 'string' ? error : undefined
}

/** Maps network errors without details to a load failure. */
export function offline(cause: unknown): never {
  if (cause instanceof LoadError) throw cause
  if (isSilence(cause)) throw new LoadError({ kind: 'unanswered' }, { cause })
  throw new LoadError({ kind: 'offline' }, { cause })
}

function totalOf(response: Response): number | undefined {
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}
