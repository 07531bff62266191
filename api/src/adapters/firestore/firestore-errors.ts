import { Refusal } from '../../refusal.ts'

/** gRPC's status codes, https://grpc.io/docs/guides/status-codes/ */
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

/** Codes of a commit that came after somebody else's. */
const overtaken = new Set<unknown>([
  status.alreadyExists,
  status.notFound,
  status.failedPrecondition,
  status.aborted,
])

/** Thrown when what a transaction has listed is listed otherwise by now. */
export class Overtaken extends Error {}

/** Whether another writer was faster. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof Overtaken || overtaken.has(codeOf(error))
}

/** A transaction that was overtaken again and again; the database itself is well. */
export function contentionRefusal(cause: unknown): Refusal {
  const detail = 'Too much is being saved at the same moment. Nothing was saved: please try again.'
  return new Refusal('conflict', detail, { cause: withoutRequest(cause), retryAfter: 1 })
}

export function unreachableRefusal(cause?: unknown): Refusal {
  const detail = 'The server’s database can’t be reached at the moment.'
  return new Refusal('unavailable', detail, { cause, retryAfter: 5 })
}

/** A trouble of the database's as a refusal; refusals and defects stay what they are. */
export function asRefusal(error: unknown): unknown {
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

/** What the SDK adds to its errors, such as headers, is for nobody's log. */
function withoutRequest(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  return new Error(`Firestore: ${message}`)
}

/** Whether a list failed because no index serves it; reads fail with this code for no other reason. */
export function lacksIndex(error: unknown): boolean {
  return codeOf(error) === status.failedPrecondition
}

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'number' ? error.code : undefined
}
