import { Refusal } from '../../refusal.ts'

/** The code of a connection error (`ECONNREFUSED`) or of Google's response (`404`, `503`). */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

export function isNotFound(error: unknown): boolean {
  return Number(codeOf(error)) === 404
}

const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
])

/** Maps storage errors to refusals; other errors, such as the source's own, are returned unchanged. */
export function gcsRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  const status = Number(code)
  if (status === 404) {
    const detail = 'The server’s storage bucket doesn’t exist. Check GCS_BUCKET.'
    return new Refusal('unavailable', detail, { cause: error })
  }
  if (status === 401 || status === 403) {
    const detail =
      'The portal’s account may not use the server’s storage. Check its permissions on GCS_BUCKET.'
    return new Refusal('unavailable', detail, { cause: error })
  }
  const isTransient = status === 408 || status === 429 || status >= 500
  if (isTransient || connectionErrorCodes.has(String(code)) || isConnectionError(error)) {
    const detail = 'The server’s storage can’t be reached at the moment. Please try again.'
    return new Refusal('unavailable', detail, { cause: error, retryAfter: 5 })
  }
  return error
}

/** Google's HTTP client wraps system errors and keeps only their message. */
function isConnectionError(error: unknown): boolean {
  return error instanceof Error && error.name === 'FetchError'
}
