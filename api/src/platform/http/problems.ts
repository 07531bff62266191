import type { Problem, ProblemCode } from '@portal/contract/problem'
import { freshSignInMinutes } from '@portal/contract/sign-ins'
import { Refusal } from '../../refusal.ts'
import type { BaseHeaders } from './headers.ts'
import type { Log } from '../log.ts'

/** The HTTP status of each refusal: a new code doesn't compile without a line here. */
export const statusOf = {
  badRequest: 400,
  unauthenticated: 401,
  reauthenticate: 401,
  secondFactorRequired: 401,
  forbidden: 403,
  notFound: 404,
  notPublished: 404,
  methodNotAllowed: 405,
  conflict: 409,
  // Nothing was saved, and the same request may succeed a moment later.
  contention: 503,
  confirmationRequired: 409,
  stale: 412,
  tooLarge: 413,
  requestTimeout: 408,
  unsupportedType: 415,
  rangeNotSatisfiable: 416,
  invalid: 422,
  revisionRequired: 428,
  tooMany: 429,
  internal: 500,
  unavailable: 503,
  timeout: 504,
  storageFull: 507,
  // Not a 5xx: trying again at once doesn’t help.
  damaged: 409,
  // A version that was withdrawn, or has expired.
  gone: 410,
} as const satisfies Record<ProblemCode, number>

export const titleOf: Record<ProblemCode, string> = {
  badRequest: 'Bad request',
  unauthenticated: 'Not signed in',
  reauthenticate: 'Recent sign-in needed',
  secondFactorRequired: 'Second factor needed',
  forbidden: 'Not allowed',
  notFound: 'Not found',
  notPublished: 'Not published',
  methodNotAllowed: 'Method not allowed',
  conflict: 'Conflict',
  contention: 'Too much at once',
  confirmationRequired: 'Confirmation required',
  stale: 'Changed in the meantime',
  tooLarge: 'Too large',
  requestTimeout: 'Request timed out',
  unsupportedType: 'Unsupported type',
  rangeNotSatisfiable: 'Range not satisfiable',
  invalid: 'Invalid',
  revisionRequired: 'Revision required',
  tooMany: 'Too many requests',
  internal: 'Internal error',
  unavailable: 'Unavailable',
  timeout: 'Timed out',
  storageFull: 'Storage full',
  damaged: 'Damaged',
  gone: 'Gone',
}

/** A defect's message may contain anything, so it is never sent to callers. */
const defectSentence = 'Something went wrong on the server. Please try again.'

/** A temporary failure always states when to retry, in seconds. */
function retryHeader(status: number, retryAfter: number | undefined): Record<string, string> {
  if (retryAfter !== undefined) return { 'retry-after': String(retryAfter) }
  return status === 503 || status === 504 ? { 'retry-after': '5' } : {}
}

/** RFC 6750, and RFC 9470 for a sign-in that is too old or lacks the second factor. */
function challengeFor(code: ProblemCode): Record<string, string> {
  if (code === 'unauthenticated') return { 'www-authenticate': 'Bearer' }
  if (code === 'secondFactorRequired') {
    return { 'www-authenticate': 'Bearer error="insufficient_user_authentication"' }
  }
  if (code !== 'reauthenticate') return {}
  const seconds = freshSignInMinutes * 60
  return {
    'www-authenticate': `Bearer error="insufficient_user_authentication", max_age="${seconds}"`,
  }
}

type Failed = { method: string; path: string; requestId: string }

/** Anything thrown, as RFC 9457 problem details. Defects and server failures are logged. */
export function problemResponse(
  error: unknown,
  { method, path, requestId }: Failed,
  base: BaseHeaders,
  log: Log,
): Response {
  const refusal = error instanceof Refusal ? error : new Refusal('internal', defectSentence)
  const status = statusOf[refusal.code]
  if (refusal !== error) log.error('defect', { requestId, method, path, cause: error })
  else if (status >= 500) {
    const cause = refusal.details.cause ?? refusal
    log.error(refusal.message, { requestId, method, path, code: refusal.code, cause })
  }
  const { retryAfter } = refusal.details
  const body = problemOf(refusal, requestId)
  return new Response(method === 'HEAD' ? null : JSON.stringify(body), {
    status,
    headers: {
      ...base,
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...retryHeader(status, retryAfter),
      ...challengeFor(refusal.code),
    },
  })
}

/** The body of a refusal. */
export function problemOf({ code, message, details }: Refusal, requestId: string): Problem {
  const { fields, current, currentBy } = details
  return {
    type: `urn:portal:problem:${code}`,
    title: titleOf[code],
    status: statusOf[code],
    detail: message,
    code,
    error: message,
    requestId,
    ...(fields === undefined ? {} : { fields }),
    ...(current === undefined ? {} : { current }),
    ...(currentBy === undefined ? {} : { currentBy }),
  }
}
