import { Refusal } from '../../refusal.ts'

/** The details of a failed call; no `status` means that there was no response. */
export type GoogleFailure = {
  status?: number
  /** Google's reason, such as `userRateLimitExceeded`. */
  reason?: string
  /** The invalid parameter. */
  location?: string
  /** In seconds. */
  retryAfter?: number
  aborted: boolean
  /** The token endpoint's error, such as `invalid_grant`. */
  tokenError?: string
}

type Answer = {
  status: number
  data?: unknown
  headers?: { get?: (name: string) => string | null }
}

/** Reads an error of Google's client libraries. */
export function failureOf(error: unknown): GoogleFailure {
  const thrown = (error ?? {}) as { response?: Answer; code?: unknown; message?: unknown }
  const { response, code, message } = thrown
  if (!response) return { aborted: code === 'AbortError' }
  const retryAfter = secondsOf(response.headers?.get?.('retry-after'))
  const { error: reported } = bodyOf(response.data ?? message)
  const first = typeof reported === 'object' ? reported.errors?.[0] : undefined
  return {
    status: response.status,
    aborted: false,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(first?.reason === undefined ? {} : { reason: first.reason }),
    ...(first?.location === undefined ? {} : { location: first.location }),
    ...(typeof reported === 'string' ? { tokenError: reported } : {}),
  }
}

const rateLimitReasons = new Set([
  'userRateLimitExceeded',
  'rateLimitExceeded',
  'sharingRateLimitExceeded',
])

/** Whether a rate limit was exceeded. */
export function isRateLimited({ status, reason }: GoogleFailure): boolean {
  return status === 429 || (status === 403 && rateLimitReasons.has(reason ?? ''))
}

/** Whether a retry may succeed. */
export function isTransientFailure(failure: GoogleFailure): boolean {
  const { status } = failure
  return status === undefined || status === 408 || status >= 500 || isRateLimited(failure)
}

/**
 * Maps a failed call to a refusal. `service` is the name that people know, such as `Google Drive`.
 * Errors that don't come from Google's clients are programming errors and are rethrown.
 */
export function refusalOf(error: unknown, service: string): Refusal {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error) || !('config' in error)) throw error
  const failure = failureOf(error)
  const { status, retryAfter, tokenError, reason } = failure
  const cause = { cause: error, ...(retryAfter === undefined ? {} : { retryAfter }) }
  if (isRateLimited(failure)) {
    return new Refusal(
      'tooMany',
      `${service} is receiving too many requests. Please try again later.`,
      cause,
    )
  }
  if (isTransientFailure(failure)) return noResponseRefusal(cause, service)
  if (status === 401 || tokenError !== undefined) {
    const message = `${service} doesn’t accept the portal’s account. Check GOOGLE_CREDENTIALS_FILE.`
    return new Refusal('unavailable', message, cause)
  }
  if (status === 404) return new Refusal('notFound', `${service} can’t find it.`, cause)
  const why = reason ?? `status ${status}`
  return new Refusal('unavailable', `${service} refused the portal’s request (${why}).`, cause)
}

/** The refusal for a connection that broke off or timed out. */
export function noResponseRefusal(
  details: { cause: unknown; retryAfter?: number },
  service: string,
) {
  const message = `${service} isn’t responding. Please try again later.`
  return new Refusal('unavailable', message, { ...details, transient: true })
}

function secondsOf(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined || text === '') return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

type ErrorBody = { error?: string | { errors?: { reason?: string; location?: string }[] } }

/** If a stream was refused, the client leaves the body as text in the error's message. */
function bodyOf(data: unknown): ErrorBody {
  if (typeof data === 'object' && data !== null) return data
  if (typeof data !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(data)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
