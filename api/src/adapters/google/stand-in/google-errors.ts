/** What Google answers instead of what was asked for. */
export type GoogleFault = {
  status: number
  reason: string
  message?: string
  /** In seconds, as the `Retry-After` header says it. */
  retryAfter?: number
  /** The parameter that is at fault. */
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

/** What a busy or ailing Google answers to a call that is in order. */
export const passingFaults: GoogleFault[] = [
  { status: 403, reason: 'userRateLimitExceeded' },
  { status: 403, reason: 'rateLimitExceeded' },
  { status: 429, reason: 'rateLimitExceeded' },
  { status: 500, reason: 'internalError' },
  { status: 502, reason: 'backendError' },
  { status: 503, reason: 'backendError' },
]

/** An error as Google's JSON APIs write it. */
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
