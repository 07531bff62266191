import { Wrong } from './finding.ts'

/** How long an address may take to answer, in ms. */
const patience = 10_000

/** Asks an address over HTTP. Where there is no answer, only its host is named: an address may hold a key. */
export async function ask(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { host } = new URL(url)
  try {
    return await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(patience) })
  } catch (error) {
    throw new Wrong(`${host} can’t be reached (${reasonOf(error)}).`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  if (error.name === 'TimeoutError') return `no answer within ${patience / 1000} s`
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.message : error.message
}
