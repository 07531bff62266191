import type { Context, Hono } from 'hono'
import { type BaseHeaders, completeHeaders } from './headers.ts'
import type { AppEnv } from './request-context.ts'

type PlainHandler = (c: Context<AppEnv>) => Response | Promise<Response>

/**
 * Mounts a route that isn't an endpoint of the contract: files, pages, probes. Its responses have
 * every base header.
 */
export type ServePlain = (methods: string[], path: string, handler: PlainHandler) => void

export function createServePlain(app: Hono<AppEnv>, headers: BaseHeaders): ServePlain {
  return (methods, path, handler) => {
    app.on(methods, [path], async (c) => {
      const request = c.get('request')
      request.route = path
      const response = completeHeaders(await handler(c), headers, request.requestId)
      // Hono drops a HEAD's body unread, and its source stream would stay open.
      if (c.req.method === 'HEAD') await response.body?.cancel()
      return response
    })
  }
}
