import type { Context, Hono } from 'hono'
import { type BaseHeaders, completeHeaders } from './headers.ts'
import type { AppEnv } from './visit.ts'

type Plain = (c: Context<AppEnv>) => Response | Promise<Response>

/** Mounts what is no endpoint of the contract: files, pages, probes. Its answers carry every header too. */
export type ServePlain = (methods: string[], path: string, handler: Plain) => void

export function createServePlain(app: Hono<AppEnv>, headers: BaseHeaders): ServePlain {
  return (methods, path, handler) => {
    app.on(methods, [path], async (c) => {
      const { visit } = c.env
      visit.route = path
      const response = completeHeaders(await handler(c), headers, visit.requestId)
      // Hono drops a HEAD's body unread, and what it streams from would stay open.
      if (c.req.method === 'HEAD') await response.body?.cancel()
      return response
    })
  }
}
