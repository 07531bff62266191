import type { Endpoint } from '@portal/contract/endpoint'
import type { Context, NotFoundHandler } from 'hono'
import { Refusal } from '../../refusal.ts'
import { type BaseHeaders, completeHeaders } from './headers.ts'
import type { Log } from '../log.ts'
import { problemResponse } from './problems.ts'
import type { AppEnv } from './request-context.ts'

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
export function notFoundHandler({ mounted, headers, log, page }: Options): NotFoundHandler<AppEnv> {
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
