import { readFeed } from '@portal/contract/feeds'
import type { Endpoint } from '@portal/contract/endpoint'
import { type Context, Hono, type NotFoundHandler } from 'hono'
import { contextStorage } from 'hono/context-storage'
import type { AppParts } from '../app-parts.ts'
import type { Feature } from '../feature.ts'
import type { Traces } from '../metrics/traces.ts'
import { type AuthenticationParts, createAuthentication } from './authentication.ts'
import { createFileReader } from './file-reader.ts'
import { baseHeaders, type BaseHeaders, completeHeaders } from './headers.ts'
import { createServePlain } from './plain-route.ts'
import { problemResponse } from './problems.ts'
import { type AppEnv, requestContext } from './request-context.ts'
import { addressPattern, createServe } from './serve.ts'
import { deviceOf } from './sign-in-origin.ts'
import { Refusal } from '../../refusal.ts'
import type { Log } from '../log.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { syncToken } from '@portal/contract/portal'
import type { ProblemCode } from '@portal/contract/problem'
import type { StoreOperations } from '../store/document-store.ts'
import { recordAccess } from '../audit/record-access.ts'
import { recordDenial } from '../audit/record-change.ts'

type Parts = Pick<AuthenticationParts, 'identity' | 'findReleaseToken'> & {
  traces?: Traces | undefined
}

/** The middleware of every request: authentication, serving, and the form of a refusal. */
export function createServer(parts: AppParts, { identity, findReleaseToken, traces }: Parts) {
  const { settings, metrics, store, now, log } = parts
  const app = new Hono<AppEnv>()
  app.use(contextStorage(), requestContext(metrics, traces))

  const authentication = createAuthentication({ ...parts, identity, findReleaseToken })
  const { signedIn, releaseToken, gateRunnerKey } = authentication.entrances
  const headers = baseHeaders(settings.production)
  const mounted: Endpoint[] = []
  const plain = createServePlain(app, headers, log)
  const serve = createServe(app, { ...authentication.entrances, headers, mounted })

  const denials = createDenials({ store, now, log })
  app.onError((error, c) => {
    const request = c.get('request')
    const device = deviceOf(c.req.header('user-agent'), c.req.query('touch') === '1')
    // What a member view leaves out is no attempt: outside of it, the same admin may do more.
    if (!request.isMemberView) denials.record(error, { ...request, device })
    // The address of a feed and the links of mails are secrets, and no log has one.
    const { route } = request
    const path = route === readFeed.path || route.endsWith('/:token') ? route : c.req.path
    const failed = { method: c.req.method, path, requestId: request.requestId }
    return problemResponse(error, failed, headers, log)
  })

  return {
    app,
    /** The endpoints of the contract that are served. */
    mounted: mounted as readonly Endpoint[],
    lists: authentication.lists,
    signedIn,
    reader: createFileReader(signedIn, releaseToken, gateRunnerKey),
    plain,
    /** Serves the features' endpoints, and on every other path a screen's page, if there are pages. */
    mount(
      features: readonly Feature[],
      page: ((c: Context<AppEnv>) => Promise<Response>) | undefined,
    ): void {
      for (const { routes } of features) routes?.(serve, plain)
      app.notFound(notFoundHandler({ mounted, headers, log, page }))
    },
    stop: denials.flush,
  }
}

type NotFoundParts = {
  mounted: readonly Endpoint[]
  headers: BaseHeaders
  log: Log
  /** Serves every path that belongs to a screen. */
  page?: ((c: Context<AppEnv>) => Response | Promise<Response>) | undefined
}

/** Paths that never belong to a screen, or have a part that begins with a dot: an unknown one is a problem, not a page. */
const machinePaths =
  /^\/(api|assets|branding|remotes|emulator|__|[\w-]+\.googleapis\.com)(\/|$)|\/\./

/** Machine paths that contain only files. */
const filePaths = /^\/(assets|branding|remotes)\//

/** Responds to requests that no route has matched: a screen's page, 405 for an endpoint's path with another method, else 404. */
function notFoundHandler({ mounted, headers, log, page }: NotFoundParts): NotFoundHandler<AppEnv> {
  const endpoints = mounted.map(({ method, path }) => ({
    method,
    pattern: addressPattern(path),
  }))

  return async (c) => {
    const { requestId } = c.get('request')
    const { method, path } = c.req
    const problem = (error: unknown) =>
      problemResponse(error, { method, path, requestId }, headers, log)
    const wrongMethod = (allowed: string[]) => {
      const response = problem(
        new Refusal('methodNotAllowed', 'This address doesn’t support this method.'),
      )
      response.headers.set('allow', allowed.join(', '))
      return response
    }
    const allowed = new Set(
      endpoints.filter(({ pattern }) => pattern.test(path)).map((endpoint) => endpoint.method),
    )
    if (allowed.size > 0) {
      return wrongMethod([...allowed, ...(allowed.has('GET') ? ['HEAD'] : [])])
    }
    const isRead = method === 'GET' || method === 'HEAD'
    if (machinePaths.test(path) && (isRead || !filePaths.test(path))) return problem(unknownPath())
    if (!isRead) return wrongMethod(['GET', 'HEAD'])
    if (!page) return problem(unknownPath())
    try {
      return completeHeaders(await page(c), headers, requestId)
    } catch (error) {
      return problem(error)
    }
  }
}

function unknownPath(): Refusal {
  return new Refusal('notFound', 'There is nothing at this address.')
}

type Denials = {
  /**
   * Called with every error of a request; refusals of signed-in people are recorded, and refused sign-ins of people
   * with a valid token. Never throws and isn't awaited, so no response depends on it.
   */
  record: (error: unknown, request: RefusedRequest) => void
  /** Writes the pending counts, and resolves when everything is written. */
  flush: () => Promise<void>
}

/** The person of the verified token, member or not. */
type Caller = { uid: string; email: string }

type RefusedRequest = {
  caller: Caller | undefined
  /** Whether the caller may use the portal at all. */
  isMember: boolean
  endpoint: string
  /** `Safari on iPad` */
  device: string
}

type Denied = { caller: Caller; route: string; device: string; reason: string; at: Date }

type Counting = { last: Denied; times: number; timer: NodeJS.Timeout }

/** How long repeated refusals of one person at one endpoint are counted before they are written, in ms. */
const pause = 60_000

/** How many endpoints of one person are counted separately; their other refusals are counted together. */
const mostEach = 20

const otherEndpoints = 'other endpoints'

/**
 * Maximum number of counters of people who aren't members, so that a flood of new accounts fills neither the store nor
 * the log. Members have their own, so that no stranger can crowd them out.
 */
const mostOfStrangers = 100

type DenialsParts = { store: StoreOperations; now: () => Date; log: Log }

/** Records a person's first refusal at an endpoint at once, and the refusals of each following minute as one entry. */
export function createDenials({ store, now, log }: DenialsParts): Denials {
  /** By the person's uid, then by route. */
  const ofMembers = new Map<string, Map<string, Counting>>()
  const ofStrangers: typeof ofMembers = new Map()
  let written: Promise<void> = Promise.resolve()
  // The caller can't prevent it by leaving.
  const inBackground = AsyncLocalStorage.snapshot()

  const write = (denied: Denied, times: number) => {
    const { route } = denied
    written = written
      // After the response, because the embedded store blocks while it writes.
      .then(() => new Promise<void>((resolve) => setImmediate(resolve)))
      .then(() => inBackground(() => recordRefusal(store, denied, times)))
      .catch((cause: unknown) => log.warn('a refusal was not recorded', { route, times, cause }))
  }

  const count = (all: typeof ofMembers, last: Denied) => {
    const { caller, route } = last
    const own = all.get(caller.uid) ?? new Map<string, Counting>()
    all.set(caller.uid, own)
    const timer = setTimeout(() => {
      const { times, last: latest } = own.get(route)!
      own.delete(route)
      if (own.size === 0) all.delete(caller.uid)
      if (times === 0) return
      write(latest, times)
      count(all, latest)
    }, pause)
    timer.unref()
    own.set(route, { last, times: 0, timer })
  }

  let isFloodLogged = false
  const logFlood = ({ caller, route }: Denied) => {
    if (isFloodLogged) return
    isFloodLogged = true
    setTimeout(() => (isFloodLogged = false), pause).unref()
    log.warn('too many refusals to record each one', { route, uid: caller.uid })
  }

  return {
    record(error, { caller, isMember, endpoint, device }) {
      if (!(error instanceof Refusal) || !recordedCodes(endpoint).has(error.code)) return
      if (!caller || endpoint === '') return
      const all = isMember ? ofMembers : ofStrangers
      const own = all.get(caller.uid)
      const isCounted = own?.has(endpoint) || (own?.size ?? 0) < mostEach
      const route = isCounted ? endpoint : otherEndpoints
      const denied = { caller, route, device, reason: error.message, at: now() }
      const known = own?.get(route)
      if (known) {
        known.times++
        known.last = denied
      } else if (isMember || sizeOf(ofStrangers) < mostOfStrangers) {
        write(denied, 1)
        count(all, denied)
      } else logFlood(denied)
    },
    async flush() {
      for (const all of [ofMembers, ofStrangers]) {
        for (const { last, times, timer } of countersOf(all)) {
          clearTimeout(timer)
          if (times > 0) write(last, times)
        }
        all.clear()
      }
      await written
    },
  }
}

function countersOf(all: ReadonlyMap<string, ReadonlyMap<string, Counting>>): Counting[] {
  return [...all.values()].flatMap((own) => [...own.values()])
}

function sizeOf(all: ReadonlyMap<string, ReadonlyMap<string, Counting>>): number {
  let size = 0
  for (const own of all.values()) size += own.size
  return size
}

const signInRoute = `${syncToken.method} ${syncToken.path}`

/** A token that is valid but may no longer be used, such as a disabled person's, makes a refused sign-in. */
function recordedCodes(route: string): ReadonlySet<ProblemCode> {
  return route === signInRoute ? signInCodes : denialCodes
}

const denialCodes: ReadonlySet<ProblemCode> = new Set(['forbidden'])

const signInCodes: ReadonlySet<ProblemCode> = new Set(['forbidden', 'unauthenticated'])

async function recordRefusal(
  store: StoreOperations,
  { caller, route, device, reason, at }: Denied,
  times: number,
): Promise<void> {
  const refusal = { at, by: caller, reason, times }
  await (route === signInRoute
    ? recordAccess(store, { ...refusal, what: 'sign-in refused', subject: device })
    : recordDenial(store, { ...refusal, subject: route }))
}
