import type { Endpoint } from '@portal/contract/endpoint'
import { type Context, Hono, type NotFoundHandler } from 'hono'
import { contextStorage } from 'hono/context-storage'
import { createDenials } from '../audit/denials.ts'
import type { AppParts } from '../app-parts.ts'
import type { Feature } from '../feature.ts'
import type { Traces } from '../metrics/traces.ts'
import { type AuthenticationParts, createAuthentication } from './authentication.ts'
import { createFileReader } from './file-reader.ts'
import { baseHeaders, type BaseHeaders, completeHeaders } from './headers.ts'
import { createServePlain } from './plain-route.ts'
import { problemResponse } from './problems.ts'
import { type AppEnv, requestContext } from './request-context.ts'
import { createServe, type Entrance } from './serve.ts'
import { deviceOf } from './sign-in-origin.ts'
import { Refusal } from '../../refusal.ts'
import type { Log } from '../log.ts'

type Needs = Pick<AuthenticationParts, 'identity' | 'findReleaseToken'> & {
  traces?: Traces | undefined
}

/** What every request passes: who calls, what is served, and what a refusal looks like. */
export function createServer(parts: AppParts, { identity, findReleaseToken, traces }: Needs) {
  const { settings, metrics, store, now, log } = parts
  const app = new Hono<AppEnv>()
  app.use(contextStorage(), requestContext(metrics, traces))

  const authentication = createAuthentication({ ...parts, identity, findReleaseToken })
  const { signedIn, releaseToken, gateRunnerKey } = authentication.entrances
  const headers = baseHeaders(settings.production)
  const mounted: Endpoint[] = []
  const entrances = new Map<Endpoint, Entrance>()
  const plain = createServePlain(app, headers)
  const serve = createServe(app, { ...authentication.entrances, headers, mounted, entrances })

  const denials = createDenials({ store, now, log })
  app.onError((error, c) => {
    const request = c.get('request')
    const device = deviceOf(c.req.header('user-agent'), c.req.query('touch') === '1')
    denials.record(error, { ...request, device })
    const failed = { method: c.req.method, path: c.req.path, requestId: request.requestId }
    return problemResponse(error, failed, headers, log)
  })

  return {
    app,
    /** The endpoints of the contract that are served. */
    mounted: mounted as readonly Endpoint[],
    /** Who may call each endpoint. */
    entrances: entrances as ReadonlyMap<Endpoint, Entrance>,
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

type Options = {
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
function notFoundHandler({ mounted, headers, log, page }: Options): NotFoundHandler<AppEnv> {
  const endpoints = mounted.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
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
