import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { chanceOf } from '../../../../sample/figures/chance.ts'
import { errorResponse, type GoogleFault, transientFaults } from './google-errors.ts'
import { type GoogleQuota, quotaTracker } from './google-quota.ts'
import { googleTokens } from './google-tokens.ts'

/** One method of a Google API; all that the portal uses are GETs. */
type GoogleMethod = {
  /** Path in Hono's syntax: `/drive/v3/files/:fileId`. */
  path: string
  /** Google's name of the method (`drive.files.list`) and its cost; one path may serve two methods. */
  called: (c: Context) => { name: string; units: number }
  answer: (c: Context) => Response | Promise<Response>
}

export type GoogleApi = {
  /** Scopes that grant access; one is enough. */
  scopes: string[]
  /** Per user, over all methods; unlimited if absent. */
  quota?: GoogleQuota
  methods: GoogleMethod[]
}

/** How a call fails: with an error response, by never responding, or by breaking off midway. */
export type Failure = GoogleFault | 'hangs' | 'breaks'

type Options = {
  /** Delay of every response, in ms. */
  latency?: number
  /** Share of calls that fail at random, from 0 to 1; reproducible with `seed`. */
  faultRate?: number
  seed?: string
  /** Lifetime of access tokens, in seconds. */
  tokenLife?: number
}

type Settings = {
  latency: number
  faultRate: number
  /** The fault of every call of a method (`drive.files.list`), while there is an outage. */
  outage?: ((method: string) => GoogleFault | undefined) | undefined
}

export type GoogleStandIn = Awaited<ReturnType<typeof startGoogle>>

/**
 * A local stand-in for Google, for tests: the token endpoint and the mounted APIs, over HTTP.
 * `google.mount(driveApi(…))` adds an API; `google.settings` can be changed at any time.
 */
export async function startGoogle(options: Options = {}) {
  const settings: Settings = {
    latency: options.latency ?? 0,
    faultRate: options.faultRate ?? 0,
  }
  const chance = chanceOf(options.seed ?? 'google')
  const tokens = googleTokens(options.tokenLife === undefined ? {} : { life: options.tokenLife })
  const calls: Record<string, number> = {}
  let refused = 0
  const failures = new Map<string, Failure[]>()
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.post('/token', async (c) => {
    count('oauth2.token')
    await after(settings.latency)
    return tokens.grant(new URLSearchParams(await c.req.text()))
  })

  const mount = ({ scopes, quota, methods }: GoogleApi) => {
    const wallet = quota && quotaTracker(quota)
    for (const { path, called, answer } of methods) {
      app.get(path, async (c) => {
        const { name, units } = called(c)
        count(name)
        await after(settings.latency)
        const caller = tokens.callerOf(c.req.header('authorization'))
        if (!caller) return errorResponse({ status: 401, reason: 'authError' })
        if (!caller.scopes.some((scope) => scopes.includes(scope))) {
          return errorResponse({ status: 403, reason: 'insufficientPermissions' })
        }
        const failure = failures.get(name)?.shift() ?? settings.outage?.(name) ?? randomFault()
        if (failure === 'hangs') return noResponse()
        if (failure !== undefined && failure !== 'breaks') return errorResponse(failure)
        if (wallet && !wallet.mayCall(caller.user, units)) {
          refused += 1
          return errorResponse({ status: 403, reason: 'userRateLimitExceeded' })
        }
        const response = await answer(c)
        return failure === 'breaks' ? closeEarly(c.env.outgoing, response) : response
      })
    }
  }

  function count(name: string) {
    calls[name] = (calls[name] ?? 0) + 1
  }

  function randomFault(): GoogleFault | undefined {
    if (chance() >= settings.faultRate) return undefined
    return transientFaults[Math.floor(chance() * transientFaults.length)]
  }

  const server = createServer(getRequestListener(app.fetch))
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    tokenUrl: `${url}/token`,
    /** The content of the service account's key file. */
    account: tokens.account,
    revokeTokens: tokens.revokeAll,
    settings,
    /** Number of calls of each method, including refused ones. */
    calls,
    /** Number of calls that exceeded a quota. */
    get refused() {
      return refused
    },
    forgetCalls: () => Object.keys(calls).forEach((name) => delete calls[name]),
    /** Makes the next calls of a method fail, in order. */
    fail: (name: string, ...next: Failure[]) =>
      failures.set(name, [...(failures.get(name) ?? []), ...next]),
    mount,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Sends the first half of the response, then closes the connection. */
async function closeEarly(outgoing: ServerResponse, response: Response): Promise<Response> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const headers = { ...Object.fromEntries(response.headers), 'content-length': bytes.length }
  outgoing.writeHead(response.status, headers)
  outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => outgoing.destroy())
  // Hono’s RESPONSE_ALREADY_SENT is itself sent if it was imported after the process had started another server.
  return noResponse()
}

function noResponse(): Promise<Response> {
  return new Promise(() => undefined)
}
