import { Refusal } from '../../refusal.ts'

/** What Google's answer says of a call that failed; without a status there was no answer. */
export type GoogleFailure = {
  status?: number
  /** Google's own word, such as `userRateLimitExceeded`. */
  reason?: string
  /** The parameter at fault. */
  location?: string
  /** In seconds. */
  retryAfter?: number
  aborted: boolean
  /** The token endpoint's word, such as `invalid_grant`. */
  tokenError?: string
}

type Answer = {
  status: number
  data?: unknown
  headers?: { get?: (name: string) => string | null }
}

/** Reads an error of Google's clients. */
export function failureOf(error: unknown): GoogleFailure {
  const thrown = (error ?? {}) as { response?: Answer; code?: unknown; message?: unknown }
  const { response, code, message } = thrown
  if (!response) return { aborted: code === 'AbortError' }
  const retryAfter = secondsOf(response.headers?.get?.('retry-after'))
  const { error: said } = bodyOf(response.data ?? message)
  const first = typeof said === 'object' ? said.errors?.[0] : undefined
  return {
    status: response.status,
    aborted: false,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(first?.reason === undefined ? {} : { reason: first.reason }),
    ...(first?.location === undefined ? {} : { location: first.location }),
    ...(typeof said === 'string' ? { tokenError: said } : {}),
  }
}

const overLimits = new Set([
  'userRateLimitExceeded',
  'rateLimitExceeded',
  'sharingRateLimitExceeded',
])

/** Whether Google was asked more than it lets one user ask. */
export function isOverLimit({ status, reason }: GoogleFailure): boolean {
  return status === 429 || (status === 403 && overLimits.has(reason ?? ''))
}

/** Whether the same call may well succeed in a moment. */
export function isPassing(failure: GoogleFailure): boolean {
  const { status } = failure
  return status === undefined || status === 408 || status >= 500 || isOverLimit(failure)
}

/**
 * A failed call as the portal tells it. `service` is the name that people know: `Google Drive`.
 * What isn't an error of Google's clients is a defect, and thrown as it is.
 */
export function refusalOf(error: unknown, service: string): Refusal {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error) || !('config' in error)) throw error
  const failure = failureOf(error)
  const { status, retryAfter, tokenError, reason } = failure
  const cause = { cause: error, ...(retryAfter === undefined ? {} : { retryAfter }) }
  if (isOverLimit(failure)) {
    return new Refusal(
      'tooMany',
      `${service} is asked too much at the moment; try again later.`,
      cause,
    )
  }
  if (isPassing(failure)) return noAnswer(cause, service)
  if (status === 401 || tokenError !== undefined) {
    const sentence = `${service} doesn’t accept the portal’s account; check GOOGLE_CREDENTIALS_FILE.`
    return new Refusal('unavailable', sentence, cause)
  }
  if (status === 404) return new Refusal('notFound', `${service} doesn’t have it.`, cause)
  const why = reason ?? `status ${status}`
  return new Refusal('unavailable', `${service} refuses the portal’s request (${why}).`, cause)
}

/** For a line that breaks off or stays silent. */
export function noAnswer(details: { cause: unknown; retryAfter?: number }, service: string) {
  const sentence = `${service} doesn’t answer at the moment; try again later.`
  return new Refusal('unavailable', sentence, { ...details, passing: true })
}

function secondsOf(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined || text === '') return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

type Said = { error?: string | { errors?: { reason?: string; location?: string }[] } }

/** Of a stream that was refused, the client leaves the body as text, in the message alone. */
function bodyOf(data: unknown): Said {
  if (typeof data === 'object' && data !== null) return data
  if (typeof data !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(data)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
