import { Refusal } from '../../refusal.ts'

/** gRPC status codes, https://grpc.io/docs/guides/status-codes/ */
const status = {
  cancelled: 1,
  unknown: 2,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
}

const unreachable = new Set<unknown>([
  status.cancelled,
  status.unknown,
  status.deadlineExceeded,
  status.internal,
  status.unavailable,
])

/** Codes of a commit that lost against a concurrent one. */
const conflictCodes = new Set<unknown>([
  status.alreadyExists,
  status.notFound,
  status.failedPrecondition,
  status.aborted,
])

/** Thrown when a list read in a transaction has changed before its commit. */
export class WriteConflict extends Error {}

/** Whether a concurrent writer won. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof WriteConflict || conflictCodes.has(codeOf(error))
}

/** The refusal for a transaction that kept losing against other writers; the database itself is healthy. */
export function contentionRefusal(cause: unknown): Refusal {
  const detail = 'Too much is being saved at the same moment. Nothing was saved: please try again.'
  return new Refusal('contention', detail, { cause: withoutRequest(cause), retryAfter: 1 })
}

/**
 * For a call that took too long while the database answered others, for example because it waits for another call's
 * lock.
 */
export function lateRefusal(): Refusal {
  const detail = 'The server’s database takes too long to answer. Please try again.'
  return new Refusal('timeout', detail, { retryAfter: 2 })
}

export function unreachableRefusal(cause?: unknown): Refusal {
  const detail = 'The server’s database can’t be reached at the moment.'
  return new Refusal('unavailable', detail, { cause, retryAfter: 5 })
}

/** Maps a database error to a refusal; refusals and programming errors are returned unchanged. */
export function firestoreRefusal(error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  const cause = withoutRequest(error)
  if (unreachable.has(code)) return unreachableRefusal(cause)
  if (code === status.aborted) return contentionRefusal(error)
  if (code === status.resourceExhausted) {
    const detail = 'The server’s database has reached its quota.'
    return new Refusal('unavailable', detail, { cause, retryAfter: 60 })
  }
  if (code === status.permissionDenied || code === status.unauthenticated) {
    const detail = 'The server isn’t allowed to use its database.'
    return new Refusal('unavailable', detail, { cause, retryAfter: 60 })
  }
  if (code === status.notFound) {
    const detail = 'The server’s database doesn’t exist.'
    return new Refusal('unavailable', detail, { cause, retryAfter: 60 })
  }
  return error
}

/** Keeps the message only: the SDK's errors include headers, which mustn't be logged. */
function withoutRequest(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  return new Error(`Firestore: ${message}`)
}

/** Whether a list failed for lack of an index; reads have this code for no other reason. */
export function lacksIndex(error: unknown): boolean {
  return codeOf(error) === status.failedPrecondition
}

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'number' ? error.code : undefined
}
