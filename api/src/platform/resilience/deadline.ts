import type { Refusal } from '../../refusal.ts'
import { type LateResult, withTimeout } from './with-timeout.ts'

/** How long one request has waited for ports; concurrent calls count once. In ms. */
type WaitTime = {
  /** Of the waits that have ended. */
  waited: number
  /** How many calls are under way. */
  waiting: number
  /** When the first of them began. */
  waitingFrom: number
}

/** The request that the calling code works for. */
type RunningRequest = WaitTime & {
  /** Ends the request's calls: its caller is gone and it has changed nothing, or its time is used up. */
  readonly portSignal: AbortSignal
  /** The request is about to change something, and is completed whether its caller waits for it or not. */
  beginWrite: () => void
  /** Ends the request's work. */
  giveUp: (refusal: Refusal) => void
}

/** In ms. */
export type TimeLimits = {
  /** Total time that one request may wait for all its calls. */
  request: number
  /** For one call outside a request. */
  background: number
  /** Undefined in background work. */
  current: () => RunningRequest | undefined
}

type Call<T> = {
  limits: TimeLimits
  /** The refusal of a call that has waited too long. */
  tooLate: () => Refusal
  /** A call that changes something isn't ended because its caller is gone. */
  isWrite: boolean
  /** Ends the call as well. */
  signal?: AbortSignal | undefined
  late?: LateResult<T>
}

/**
 * Runs a call until it or its request has waited too long, or its request's caller is gone. The signal that it receives
 * is aborted then.
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal, timeLeft: number) => Promise<T>,
  { limits, tooLate, isWrite, signal, late }: Call<T>,
): Promise<T> {
  const request = limits.current()
  const left = request ? limits.request - waitedBy(request) : limits.background
  if (left <= 0) throw tooLate()
  // Also before a write: what it is based on may not have been read.
  request?.portSignal.throwIfAborted()
  if (isWrite) request?.beginWrite()
  const giveUp = () => {
    const refusal = tooLate()
    request?.giveUp(refusal)
    return refusal
  }
  const following = isWrite ? signal : both(signal, request?.portSignal)
  if (request) beginWait(request)
  try {
    return await withTimeout((ending) => work(ending, left), left, giveUp, {
      signal: following,
      late,
    })
  } finally {
    if (request) endWait(request)
  }
}

function both(a: AbortSignal | undefined, b: AbortSignal | undefined): AbortSignal | undefined {
  return a && b ? AbortSignal.any([a, b]) : (a ?? b)
}

function waitedBy({ waited, waiting, waitingFrom }: WaitTime): number {
  return waiting > 0 ? waited + performance.now() - waitingFrom : waited
}

function beginWait(request: WaitTime): void {
  if (request.waiting === 0) request.waitingFrom = performance.now()
  request.waiting += 1
}

function endWait(request: WaitTime): void {
  request.waiting -= 1
  if (request.waiting === 0) request.waited += performance.now() - request.waitingFrom
}
