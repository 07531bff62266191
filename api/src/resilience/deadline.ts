import type { Refusal } from '../refusal.ts'

/** How long one request has waited for ports; concurrent calls count once. In ms. */
type WaitTime = {
  /** Of the waits that have ended. */
  waited: number
  /** How many calls are under way. */
  waiting: number
  /** When the first of them began. */
  waitingFrom: number
  /** Ends the rest of the request's work. */
  giveUp: (refusal: Refusal) => void
}

/** In ms. */
export type TimeLimits = {
  /** Total time that one request may wait for all its calls. */
  request: number
  /** For one call outside a request. */
  background: number
  /** The wait time of the request that the calling code works for; undefined in background work. */
  current: () => WaitTime | undefined
}

/** Rejects when the call or its request has waited too long. The call itself isn't cancelled. */
export async function withDeadline<T>(
  work: () => Promise<T>,
  limits: TimeLimits,
  late: () => Refusal,
): Promise<T> {
  const request = limits.current()
  const left = request ? limits.request - waitedBy(request) : limits.background
  if (left <= 0) throw late()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const refusal = late()
      request?.giveUp(refusal)
      reject(refusal)
    }, left)
  })
  if (request) beginWait(request)
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    clearTimeout(timer)
    if (request) endWait(request)
  }
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
