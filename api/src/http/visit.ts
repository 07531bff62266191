import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestSlot } from './request-slot.ts'
import { nextRequestId } from './request-id.ts'

/** What is known of the request that is being answered, wherever the code that asks stands. */
export type Visit = {
  /** Stands in the answer, in the error panel and in the log. */
  requestId: string
  /** Ms, by the process's own clock. */
  began: number
  /** The address's template, such as `/api/documents/{id}`: what metrics may name without naming anybody's data. */
  route: string
  /** The endpoint's name, `PUT /api/resource-mappings/{id}`; empty for what is none. */
  endpoint: string
  /** Whose token it is, member or not; undefined until it has been verified. */
  caller: { uid: string; email: string } | undefined
  /** The oldest moment that something shown in the answer is known to be true of; undefined while all is current. */
  staleSince: Date | undefined
  /** Ms waited for ports so far; calls at the same time count once. */
  waited: number
  waiting: number
  waitingFrom: number
  /** Work that outlives its request no longer counts as its own. */
  ended: boolean
}

/** What every request carries through the app. */
export type AppEnv = {
  Bindings: {
    visit: Visit
    /** Node's own, where the request came over a connection. */
    incoming?: IncomingMessage
    outgoing?: ServerResponse
    /** The request's share of the server; undefined where the app is called without a server, as tests do. */
    slot?: RequestSlot
  }
}

const visits = new AsyncLocalStorage<Visit>()

/** Answers one request within a visit of its own. */
export function inVisit<A extends unknown[], T>(
  visit: Visit,
  work: (...args: A) => T,
  ...args: A
): T {
  return visits.run(visit, work, ...args)
}

export function newVisit(): Visit {
  return {
    requestId: nextRequestId(),
    began: performance.now(),
    route: 'none',
    endpoint: '',
    caller: undefined,
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
