import { currentRequest, type RequestContext } from '../http/request-context.ts'

/** Both in ms. */
export type TimeLimits = {
  /** For all that one request waits for, together. */
  request: number
  /** For one call of work that nobody waits for. */
  background: number
}

/** Gives a call up when it, or its request as a whole, has waited too long. The call itself may still end. */
export async function inTime<T>(
  work: () => Promise<T>,
  limits: TimeLimits,
  late: () => Error,
): Promise<T> {
  const request = currentRequest()
  const left = request ? limits.request - waitedBy(request) : limits.background
  if (left <= 0) throw late()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), left)
  })
  if (request) beginWait(request)
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    clearTimeout(timer)
    if (request) endWait(request)
  }
}

function waitedBy({ waited, waiting, waitingFrom }: RequestContext): number {
  return waiting > 0 ? waited + performance.now() - waitingFrom : waited
}

function beginWait(request: RequestContext): void {
  if (request.waiting === 0) request.waitingFrom = performance.now()
  request.waiting += 1
}

function endWait(request: RequestContext): void {
  request.waiting -= 1
  if (request.waiting === 0) request.waited += performance.now() - request.waitingFrom
}
