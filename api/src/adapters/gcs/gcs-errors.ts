import { Refusal } from '../../refusal.ts'

/** Codes of a connection that failed (`ECONNREFUSED`) and of Google's own (`404`, `503`). */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

export function isNotFound(error: unknown): boolean {
  return Number(codeOf(error)) === 404
}

const outOfReach = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
])

/** Troubles of the storage as refusals; what else was thrown, such as by the source of the bytes, stays itself. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  const status = Number(code)
  if (status === 404) {
    const detail = 'The server’s storage is missing: check GCS_BUCKET.'
    return new Refusal('unavailable', detail, { cause: error })
  }
  if (status === 401 || status === 403) {
    const detail =
      'The server’s storage refuses the portal’s account: check its rights on GCS_BUCKET.'
    return new Refusal('unavailable', detail, { cause: error })
  }
  const isPassing = status === 408 || status === 429 || status >= 500
  if (isPassing || outOfReach.has(String(code)) || isConnectionTrouble(error)) {
    const detail = 'The server’s storage can’t be reached at the moment.'
    return new Refusal('unavailable', detail, { cause: error, retryAfter: 5 })
  }
  return error
}

/** The library's HTTP client wraps the system's error, and keeps its words alone. */
function isConnectionTrouble(error: unknown): boolean {
  return error instanceof Error && error.name === 'FetchError'
}
