import type { IncomingMessage, ServerResponse } from 'node:http'
import { tryGetContext } from 'hono/context-storage'
import { createMiddleware } from 'hono/factory'
import { randomBytes } from 'node:crypto'
import type { Claims } from '../identity/identity.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { RequestTrace, Traces } from '../metrics/traces.ts'
import { CallerGone, type Refusal } from '../../refusal.ts'
import type { RequestSlot } from './request-slot.ts'

/** A prefix that is unique among all processes, followed by a cheap counter. */
const process = randomBytes(6).toString('hex')
let count = 0

/** A new request id: it is part of the answer, the error panel and the log. */
export function nextRequestId(): string {
  return `${process}-${(++count).toString(36)}`
}

/** The context of the request that is being answered. */
export type RequestContext = {
  /** Appears in the response, in the error panel and in the log. */
  requestId: string
  /** Start time in ms, by the process's monotonic clock. */
  startedAt: number
  /** The path template, such as `/api/documents/{id}`: metrics never name anybody's data. */
  route: string
  /** The endpoint's name, `PUT /api/resource-mappings/{id}`; empty if the route is no endpoint of the contract. */
  endpoint: string
  /** The owner of the verified token, member or not; undefined until it has been verified. */
  caller: Pick<Claims, 'uid' | 'email' | 'signedInAt' | 'provider' | 'hasSecondFactor'> | undefined
  /** Whether the caller may use the portal at all. */
  isMember: boolean
  /** Whether an admin views the portal as a member. */
  isMemberView: boolean
  /** The oldest moment at which something in the response was known to be true; undefined while all is current. */
  staleSince: Date | undefined
  /** Ms waited for ports so far; concurrent calls count once. */
  waited: number
  waiting: number
  waitingFrom: number
  /** Work that outlives its request no longer counts as the request's own. */
  hasEnded: boolean
  /** Aborted with a refusal when the caller is gone, or when the request has used up its time for ports. */
  readonly signal: AbortSignal
  /** Like `signal`, for calls to ports: a request that has begun to write isn't ended because its caller is gone. */
  readonly portSignal: AbortSignal
  /** Called before the request changes anything. */
  beginWrite: () => void
  /** Ends the request's work with this refusal. */
  giveUp: (refusal: Refusal) => void
  /** Undefined unless traces are exported. */
  trace: RequestTrace | undefined
}

export type AppEnv = {
  /** Undefined when the app is called without a server, as tests do. */
  Bindings: ServerBindings
  Variables: { request: RequestContext }
}

type ServerBindings = {
  incoming?: IncomingMessage
  outgoing?: ServerResponse
  /** The request's share of the server's capacity. */
  slot?: RequestSlot
}

const countedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** ISO time: the response shows what was true then, because its source can't be reached at the moment. */
const staleHeader = 'x-stale-since'

/** Gives every request its context, counts and times it, and marks a successful response that may be stale. */
export function requestContext(metrics: Pick<Metrics, 'answered'>, traces?: Traces) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const request = newRequestContext(c.req.raw)
    // Hono leaves it undefined when the app is called without a server.
    c.env ??= {}
    request.trace = traces?.begin(request.requestId, c.req.header('traceparent'))
    c.set('request', request)
    await next()
    request.hasEnded = true
    const { status } = c.res
    if (request.staleSince && status < 400) {
      c.res.headers.set(staleHeader, request.staleSince.toISOString())
    }
    const method = countedMethods.has(c.req.method) ? c.req.method : 'other'
    const seconds = (performance.now() - request.startedAt) / 1000
    metrics.answered(request.route, method, status, seconds)
    request.trace?.ended(request.route, method, status)
  })
}

function newRequestContext(raw: Request): RequestContext {
  let isWriting = false
  let endings: { all: AbortController; ports: AbortController } | undefined
  /** Made when first used: most requests wait for nothing. */
  const ending = () => {
    if (endings) return endings
    const made = { all: new AbortController(), ports: new AbortController() }
    endings = made
    const leave = () => {
      const gone = new CallerGone()
      if (!isWriting) made.ports.abort(gone)
      made.all.abort(gone)
    }
    if (raw.signal.aborted) leave()
    else raw.signal.addEventListener('abort', leave, { once: true })
    return made
  }
  const context: RequestContext = {
    requestId: nextRequestId(),
    startedAt: performance.now(),
    route: 'none',
    endpoint: '',
    caller: undefined,
    isMember: false,
    isMemberView: false,
    staleSince: undefined,
    waited: 0,
    waiting: 0,
    waitingFrom: 0,
    hasEnded: false,
    get signal() {
      return ending().all.signal
    },
    get portSignal() {
      return ending().ports.signal
    },
    beginWrite: () => void (isWriting = true),
    giveUp(refusal) {
      // The response may be on its way.
      if (context.hasEnded) return
      const { all, ports } = ending()
      ports.abort(refusal)
      all.abort(refusal)
    },
    trace: undefined,
  }
  return context
}

/** The request that the calling code works for; undefined outside of any. Needs Hono's `contextStorage()`. */
export function currentRequest(): RequestContext | undefined {
  const request = tryGetContext<AppEnv>()?.get('request')
  return request === undefined || request.hasEnded ? undefined : request
}

/** Notes that the current response shows data from memory while its source is unreachable. The oldest note wins. */
export function noteStale(since: Date): void {
  const request = currentRequest()
  if (!request) return
  if (!request.staleSince || since < request.staleSince) request.staleSince = since
}
