import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Settings } from '../env.ts'
import { Refusal } from '../refusal.ts'
import { baseHeaders } from './headers.ts'
import { silentLog } from './log.ts'
import { problemResponse } from './problems.ts'
import { nextRequestId } from './request-id.ts'
import type { AppEnv } from './serve.ts'

/** The portal can't listen where it was told to; the message is the one sentence the operator reads. */
export class PortUnusable extends Error {
  constructor(port: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    const sentence = isTaken
      ? `Port ${port} is taken: stop what runs there, or set PORT to another one.`
      : `Port ${port} can't be opened (${reason}): set PORT or HOST to another one.`
    super(sentence, { cause })
    this.name = 'PortUnusable'
  }
}

/** How long answers under way may still take when the portal is stopped, in ms. */
const drainLimit = 10_000

/** Serves the app until stopped; local identities are offered to this machine alone. */
export async function listen(
  app: Hono<AppEnv>,
  settings: Settings,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const headers = baseHeaders(settings.production)
  const server = createServer(
    getRequestListener(app.fetch, {
      // What is no request at all (a host with blanks in it, say) never reaches the app.
      errorHandler: (error) => {
        const failed = { method: '', path: '', requestId: nextRequestId() }
        const refusal = new Refusal('badRequest', 'The request is not well-formed.', {
          cause: error,
        })
        return problemResponse(refusal, failed, headers, silentLog)
      },
    }),
  )
  // Longer than a load balancer keeps its own: a connection isn't closed just as the next request comes.
  server.keepAliveTimeout = 65_000
  const host = settings.host ?? (settings.identity.kind === 'emulator' ? '127.0.0.1' : undefined)
  try {
    server.listen(settings.port, host)
    await once(server, 'listening')
  } catch (cause) {
    throw new PortUnusable(settings.port, cause)
  }
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  return {
    url: `http://localhost:${port}`,
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), drainLimit)
      await closed
      clearTimeout(timer)
    },
  }
}
