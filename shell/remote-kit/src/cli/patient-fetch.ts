import { setTimeout as after } from 'node:timers/promises'

/** Answers that say that the same may succeed a little later. */
const passing = new Set([429, 502, 503, 504])
/** Longest wait that an answer may ask for, in ms. */
const longest = 30_000

type PatientOptions = {
  fetch?: typeof globalThis.fetch
  /** How often it is tried in all. */
  tries?: number
  /** In ms; doubled with every try. */
  firstWait?: number
  wait?: (ms: number) => Promise<unknown>
}

/**
 * Asks again where there was no answer, or one that passes. Only for what may be sent twice: every endpoint of a
 * release is one that answers the same again as before.
 */
export function patientFetch({
  fetch = globalThis.fetch,
  tries = 5,
  firstWait = 500,
  wait = after,
}: PatientOptions = {}): typeof globalThis.fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(input, init).catch((error: unknown) => {
        if (attempt === tries || init?.signal?.aborted) throw error
        return undefined
      })
      if (response && (attempt === tries || !passing.has(response.status))) return response
      const asked = Number(response?.headers.get('retry-after') ?? Number.NaN) * 1000
      await response?.body?.cancel()
      const own = firstWait * 2 ** (attempt - 1)
      await wait(Math.min(longest, Number.isFinite(asked) ? Math.max(asked, own) : own))
    }
  }
}
