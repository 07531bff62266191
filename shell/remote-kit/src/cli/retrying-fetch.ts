import { setTimeout as after } from 'node:timers/promises'

/** Statuses of temporary failures. */
const passing = new Set([429, 502, 503, 504])
/** The longest `Retry-After` that is respected, in ms. */
const longest = 30_000

type RetryOptions = {
  fetch?: typeof globalThis.fetch
  /** The number of attempts. */
  tries?: number
  /** In ms; doubled with every attempt. */
  firstWait?: number
  wait?: (ms: number) => Promise<unknown>
}

/**
 * Retries after a missing response or a temporary failure. Only for requests that are safe to
 * repeat, which holds for every release endpoint.
 */
export function retryingFetch({
  fetch = globalThis.fetch,
  tries = 5,
  firstWait = 500,
  wait = after,
}: RetryOptions = {}): typeof globalThis.fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(input, init).catch((error: unknown) => {
        if (attempt === tries || init?.signal?.aborted) throw error
        return undefined
      })
      if (response && (attempt === tries || !passing.has(response.status))) return response
      const requested = Number(response?.headers.get('retry-after') ?? Number.NaN) * 1000
      await response?.body?.cancel()
      const own = firstWait * 2 ** (attempt - 1)
      await wait(Math.min(longest, Number.isFinite(requested) ? Math.max(requested, own) : own))
    }
  }
}
