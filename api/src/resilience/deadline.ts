import { currentVisit, type Visit } from '../http/visit.ts'

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
  const visit = currentVisit()
  const left = visit ? limits.request - waitedBy(visit) : limits.background
  if (left <= 0) throw late()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), left)
  })
  if (visit) beginWait(visit)
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    clearTimeout(timer)
    if (visit) endWait(visit)
  }
}

function waitedBy({ waited, waiting, waitingFrom }: Visit): number {
  return waiting > 0 ? waited + performance.now() - waitingFrom : waited
}

function beginWait(visit: Visit): void {
  if (visit.waiting === 0) visit.waitingFrom = performance.now()
  visit.waiting += 1
}

function endWait(visit: Visit): void {
  visit.waiting -= 1
  if (visit.waiting === 0) visit.waited += performance.now() - visit.waitingFrom
}
