/** An error response of Google. */
export type GoogleFault = {
  status: number
  reason: string
  message?: string
  /** In seconds, sent as the `Retry-After` header. */
  retryAfter?: number
  /** The invalid parameter. */
  location?: string
}

const domains: Record<string, string> = {
  userRateLimitExceeded: 'usageLimits',
  rateLimitExceeded: 'usageLimits',
  quotaExceeded: 'usageLimits',
  dailyLimitExceeded: 'usageLimits',
  updatedMinTooLongAgo: 'calendar',
}

const messages: Record<string, string> = {
  userRateLimitExceeded:
    'User Rate Limit Exceeded. Rate of requests for user exceed configured project quota.',
  rateLimitExceeded: 'Rate Limit Exceeded',
  backendError: 'Backend Error',
  internalError: 'Internal Error',
  authError: 'Invalid Credentials',
  insufficientPermissions: 'Request had insufficient authentication scopes.',
}

/** Responses of an overloaded or failing Google to a valid call. */
export const transientFaults: GoogleFault[] = [
  { status: 403, reason: 'userRateLimitExceeded' },
  { status: 403, reason: 'rateLimitExceeded' },
  { status: 429, reason: 'rateLimitExceeded' },
  { status: 500, reason: 'internalError' },
  { status: 502, reason: 'backendError' },
  { status: 503, reason: 'backendError' },
]

/** An error in the format of Google's JSON APIs. */
export function errorResponse(fault: GoogleFault): Response {
  const { status, reason, retryAfter } = fault
  const message = fault.message ?? messages[reason] ?? reason
  const where = fault.location && { location: fault.location, locationType: 'parameter' }
  const errors = [{ message, domain: domains[reason] ?? 'global', reason, ...where }]
  return Response.json(
    { error: { code: status, message, errors } },
    { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
  )
}
