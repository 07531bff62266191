import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { chanceOf } from '../../../../sample/figures/chance.ts'
import { errorResponse, type GoogleFault, passingFaults } from './google-errors.ts'
import { type GoogleQuota, spending } from './google-quota.ts'
import { googleTokens } from './google-tokens.ts'

/** One method of one of Google's APIs; all that the portal uses are GETs. */
type GoogleMethod = {
  /** From the origin, in Hono's form: `/drive/v3/files/:fileId`. */
  path: string
  /** As Google names it (`drive.files.list`) and what it costs; the same path may serve two. */
  called: (c: Context) => { name: string; units: number }
  answer: (c: Context) => Response | Promise<Response>
}

export type GoogleApi = {
  /** Any of these lets a caller in. */
  scopes: string[]
  /** Per user, over all its methods; without one there is no limit. */
  quota?: GoogleQuota
  methods: GoogleMethod[]
}

/** How a call fails: by an answer, by silence until the caller gives up, or by a line that breaks off half-way. */
export type Trouble = GoogleFault | 'hangs' | 'breaks'

type Options = {
  /** Of every answer, in ms. */
  latency?: number
  /** How many of all calls fail for no reason of theirs, from 0 to 1; the same ones for the same seed. */
  faultRate?: number
  seed?: string
  /** Of access tokens, in seconds. */
  tokenLife?: number
}

export type StandIn = Awaited<ReturnType<typeof startGoogle>>

/**
 * A Google on this machine alone, for tests: the token endpoint, and the APIs that are mounted on it, over HTTP.
 * `google.mount(driveApi(…))` adds one; `google.settings` may be changed at any time.
 */
export async function startGoogle(options: Options = {}) {
  const settings = { latency: options.latency ?? 0, faultRate: options.faultRate ?? 0 }
  const chance = chanceOf(options.seed ?? 'google')
  const tokens = googleTokens(options.tokenLife === undefined ? {} : { life: options.tokenLife })
  const calls: Record<string, number> = {}
  let refused = 0
  const troubles = new Map<string, Trouble[]>()
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.post('/token', async (c) => {
    count('oauth2.token')
    await after(settings.latency)
    return tokens.grant(new URLSearchParams(await c.req.text()))
  })

  const mount = ({ scopes, quota, methods }: GoogleApi) => {
    const wallet = quota && spending(quota)
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
        const trouble = troubles.get(name)?.shift() ?? passingTrouble()
        if (trouble === 'hangs') return new Promise<Response>(() => undefined)
        if (trouble !== undefined && trouble !== 'breaks') return errorResponse(trouble)
        if (wallet && !wallet.mayCall(caller.user, units)) {
          refused += 1
          return errorResponse({ status: 403, reason: 'userRateLimitExceeded' })
        }
        const response = await answer(c)
        return trouble === 'breaks' ? breakOff(c.env.outgoing, response) : response
      })
    }
  }

  function count(name: string) {
    calls[name] = (calls[name] ?? 0) + 1
  }

  function passingTrouble(): GoogleFault | undefined {
    if (chance() >= settings.faultRate) return undefined
    return passingFaults[Math.floor(chance() * passingFaults.length)]
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
    /** What the service account's key file holds. */
    account: tokens.account,
    revokeTokens: tokens.revokeAll,
    settings,
    /** How often each method was called, refused calls and all. */
    calls,
    /** How many calls were over a quota. */
    get refused() {
      return refused
    },
    forgetCalls: () => Object.keys(calls).forEach((name) => delete calls[name]),
    /** Lets the next calls of a method fail, one after another. */
    fail: (name: string, ...next: Trouble[]) =>
      troubles.set(name, [...(troubles.get(name) ?? []), ...next]),
    mount,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The same answer, but the line is cut in the middle of it. */
async function breakOff(outgoing: ServerResponse, response: Response): Promise<Response> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const headers = { ...Object.fromEntries(response.headers), 'content-length': bytes.length }
  outgoing.writeHead(response.status, headers)
  outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => outgoing.destroy())
  return RESPONSE_ALREADY_SENT
}
