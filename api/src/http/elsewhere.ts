import type { Endpoint } from '@portal/contract/endpoint'
import type { Context } from 'hono'
import { Refusal } from '../refusal.ts'
import { type BaseHeaders, completeHeaders } from './headers.ts'
import type { Log } from './log.ts'
import { problemResponse } from './problems.ts'
import type { AppEnv } from './visit.ts'

type Options = {
  mounted: readonly Endpoint[]
  headers: BaseHeaders
  log: Log
  /** Answers every path that is a screen's. */
  page?: ((c: Context<AppEnv>) => Response | Promise<Response>) | undefined
}

/** Paths that are never a screen: what isn't found below them is a problem, not a page. */
const machinePaths = /^\/(api|assets|remotes|emulator|__|[\w-]+\.googleapis\.com)(\/|$)/
/** Among them, those that hold nothing but files. */
const filePaths = /^\/(assets|remotes)\//

/**
 * What no route has answered: a screen's page, 405 for an endpoint asked in a wrong way, else 404.
 * Stands apart from the routes, because a route for all paths would slow each of them down.
 */
export function answerElsewhere({ mounted, headers, log, page }: Options) {
  const endpoints = mounted.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))

  return async (c: Context<AppEnv>): Promise<Response> => {
    const { requestId } = c.env.visit
    const { method, path } = c.req
    const problem = (error: unknown) =>
      problemResponse(error, { method, path, requestId }, headers, log)
    const allowed = new Set(
      endpoints.filter(({ pattern }) => pattern.test(path)).map((endpoint) => endpoint.method),
    )
    const wrongMethod = (methods: string[]) => {
      const response = problem(
        new Refusal('methodNotAllowed', 'This address can’t be asked in this way.'),
      )
      response.headers.set('allow', methods.join(', '))
      return response
    }
    if (allowed.size > 0) {
      return wrongMethod([...allowed, ...(allowed.has('GET') ? ['HEAD'] : [])])
    }
    const isRead = method === 'GET' || method === 'HEAD'
    if (machinePaths.test(path) && (isRead || !filePaths.test(path))) return problem(nothingHere())
    if (!isRead) return wrongMethod(['GET', 'HEAD'])
    if (!page) return problem(nothingHere())
    try {
      return completeHeaders(await page(c), headers, requestId)
    } catch (error) {
      return problem(error)
    }
  }
}

function nothingHere(): Refusal {
  return new Refusal('notFound', 'There is nothing at this address.')
}
