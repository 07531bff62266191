import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of the request that is being answered, wherever the code that asks stands. */
export type Visit = {
  /** The address's template, such as `/api/documents/{id}`: what metrics may name without naming anybody's data. */
  route: string
  /** The oldest moment that something shown in the answer is known to be true of; undefined while all is current. */
  staleSince: Date | undefined
  /** Ms waited for ports so far; calls at the same time count once. */
  waited: number
  waiting: number
  waitingFrom: number
  /** Work that outlives its request no longer counts as its own. */
  ended: boolean
}

const visits = new AsyncLocalStorage<Visit>()

/** Answers one request within a visit of its own. */
export function inVisit<T>(visit: Visit, work: () => T): T {
  return visits.run(visit, work)
}

export function newVisit(): Visit {
  return {
    route: '',
    staleSince: undefined,
    waited: 0,
    waiting: 0,
    waitingFrom: 0,
    ended: false,
  }
}

/** Undefined outside of any request. */
export function currentVisit(): Visit | undefined {
  const visit = visits.getStore()
  return visit === undefined || visit.ended ? undefined : visit
}

/** Names the route of the request; what was noted before it was known who asks is forgotten. */
export function enterRoute(route: string): void {
  const visit = visits.getStore()
  if (!visit) return
  visit.route = route
  visit.staleSince = undefined
}
