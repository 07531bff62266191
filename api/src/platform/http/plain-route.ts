import type { Context, Hono } from 'hono'
import { type BaseHeaders, completeHeaders } from './headers.ts'
import { Refusal } from '../../refusal.ts'
import type { Log } from '../log.ts'
import { problemResponse, statusOf } from './problems.ts'
import type { AppEnv } from './request-context.ts'

type PlainHandler = (c: Context<AppEnv>) => Response | Promise<Response>

/**
 * Mounts a route that isn't an endpoint of the contract: files, pages, probes. Its responses have
 * every base header.
 */
export type ServePlain = (
  methods: string[],
  path: string,
  handler: PlainHandler,
  /** A page for people, instead of a problem, while a part of the portal doesn't answer. */
  busy?: () => Response,
) => void

export function createServePlain(app: Hono<AppEnv>, headers: BaseHeaders, log: Log): ServePlain {
  return (methods, path, handler, busy) => {
    app.on(methods, [path], async (c) => {
      const request = c.get('request')
      request.route = path
      const answer = async () => {
        try {
          return await handler(c)
        } catch (error) {
          if (!busy || !isTemporary(error)) throw error
          const failed = { method: c.req.method, path, requestId: request.requestId }
          const { status, headers: problem } = problemResponse(error, failed, headers, log)
          const page = busy()
          page.headers.set('retry-after', problem.get('retry-after')!)
          return new Response(page.body, { status, headers: page.headers })
        }
      }
      const response = completeHeaders(await answer(), headers, request.requestId)
      // Hono drops a HEAD's body unread, and its source stream would stay open.
      if (c.req.method === 'HEAD') await response.body?.cancel()
      return response
    })
  }
}

function isTemporary(error: unknown): error is Refusal {
  return error instanceof Refusal && [503, 504].includes(statusOf[error.code])
}
