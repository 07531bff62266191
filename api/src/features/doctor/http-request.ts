import { CheckFailure } from './finding.ts'

/** Timeout in ms. */
const timeout = 10_000

/** Makes an HTTP request. An error only names the host, because a URL may contain a key. */
export async function request(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { host } = new URL(url)
  try {
    return await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(timeout) })
  } catch (error) {
    throw new CheckFailure(`${host} can’t be reached (${reasonOf(error)}).`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  if (error.name === 'TimeoutError') return `no response within ${timeout / 1000} s`
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.message : error.message
}
