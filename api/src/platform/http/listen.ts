import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Settings } from '../env/env.ts'
import { Refusal } from '../../refusal.ts'
import { createAdmission, isFile } from './admission.ts'
import { baseHeaders } from './headers.ts'
import { silentLog } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { problemResponse } from './problems.ts'
import { nextRequestId, type AppEnv } from './request-context.ts'
import { createSlots, type SlotLimits, slotLimits } from './request-slot.ts'

/**
 * The portal can't listen on the configured address; the message is the one sentence that the
 * operator reads.
 */
export class PortInUseError extends Error {
  constructor(port: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    const sentence = isTaken
      ? `Port ${port} is taken: stop what runs there, or set PORT to another one.`
      : `Port ${port} can't be opened (${reason}): set PORT or HOST to another one.`
    super(sentence, { cause })
    this.name = 'PortInUseError'
  }
}

/** How long responses in progress may take when the portal is stopped, including the grace, in ms. */
const drainLimit = 8500
/** How often idle connections are closed then, in ms. */
const sweepEvery = 50

/**
 * In ms. Node checks for connections over their limit once per interval. The whole request must
 * arrive within `requestTimeout`, read or not: far more than the largest accepted body takes
 * at the slowest accepted pace.
 */
const connectionLimits = {
  connectionsCheckingInterval: 1000,
  headersTimeout: 10_000,
  requestTimeout: 60 * 60_000,
}

type Operated = {
  metrics?: Metrics
  /** Called first when the portal is stopped, to change its readiness. */
  drain?: () => void
  /** Limits for bodies and documents in transfer; tests use shorter ones. */
  slots?: SlotLimits
}

/** Serves the app until stopped; outside production, to this machine only. */
export async function listen(
  app: Hono<AppEnv>,
  settings: Settings,
  { metrics, drain, slots: wantedSlots = slotLimits }: Operated = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { limits } = settings
  const headers = baseHeaders(settings.production)
  const admission = createAdmission(limits)
  const slots = createSlots(admission, wantedSlots, limits.trustedProxies)
  const refuse = await earlyRefusal(headers)
  /** Responses whose headers aren't written yet. */
  const underWay = new Set<ServerResponse>()
  let isDraining = false

  const answer = getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env as HttpBindings
      const slot = slots.open(incoming, outgoing)
      slot.take()
      underWay.add(outgoing)
      try {
        return await app.fetch(request, { incoming, outgoing, slot })
      } finally {
        slot.release()
        underWay.delete(outgoing)
      }
    },
    {
      // An invalid request (such as a host with spaces) never reaches the app.
      errorHandler: (error) => {
        const failed = { method: '', path: '', requestId: nextRequestId() }
        const refusal = new Refusal('badRequest', 'The request is not well-formed.', {
          cause: error,
        })
        return problemResponse(refusal, failed, headers, silentLog)
      },
    },
  )
  // Most requests have no body: Node needn't end a stream for each of them.
  const options = { optimizeEmptyRequests: true, ...connectionLimits }
  const server = createServer(options, (incoming, outgoing) => {
    const path = incoming.url ?? ''
    if (isDraining) outgoing.shouldKeepAlive = false
    const reason = admission.refused(path)
    if (reason !== undefined) {
      metrics?.shed(reason)
      return refuse(outgoing)
    }
    if (isFile(path)) outgoing.once('close', admission.beginStream())
    void answer(incoming, outgoing)
  })
  if (metrics) {
    metrics.watchProcess(server)
    metrics.gauge('portal_http_requests_at_once', 'Requests that wait for their answer.', () => {
      return admission.counts().requests
    })
    metrics.gauge('portal_http_files_at_once', 'Files that are being sent.', () => {
      return admission.counts().streams
    })
    metrics.gauge(
      'portal_http_admitted_share',
      'The share of requests that are accepted; 1 normally.',
      () => {
        return admission.counts().share
      },
    )
  }
  // Longer than a load balancer keeps its own: a connection isn't closed just as the next request comes.
  server.keepAliveTimeout = 65_000
  const host = settings.host ?? (settings.production ? undefined : '127.0.0.1')
  try {
    server.listen(settings.port, host)
    await once(server, 'listening')
  } catch (cause) {
    admission.stop()
    slots.stop()
    throw new PortInUseError(settings.port, cause)
  }
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  return {
    url: `http://localhost:${port}`,
    async stop() {
      if (!server.listening) return
      isDraining = true
      drain?.()
      for (const outgoing of underWay) outgoing.shouldKeepAlive = false
      // New connections are still accepted: their senders haven't noticed yet that this portal
      // isn't ready.
      await after(limits.drainGrace)
      const closed = once(server, 'close')
      server.close()
      const sweeping = setInterval(() => server.closeIdleConnections(), sweepEvery)
      const timer = setTimeout(() => server.closeAllConnections(), drainLimit - limits.drainGrace)
      await closed
      clearInterval(sweeping)
      clearTimeout(timer)
      admission.stop()
      slots.stop()
    },
  }
}

/** The 503 for refused requests, created once: refusing must cost next to nothing. */
async function earlyRefusal(
  headers: Record<string, string>,
): Promise<(outgoing: ServerResponse) => void> {
  const sentence = 'The portal has too much to do at the moment. Please try again.'
  const refusal = new Refusal('unavailable', sentence, { retryAfter: 2 })
  const failed = { method: 'GET', path: '', requestId: '{id}' }
  const response = problemResponse(refusal, failed, headers, silentLog)
  const [before = '', behind = ''] = (await response.text()).split('{id}')
  const constant = Object.fromEntries(response.headers)
  return (outgoing) => {
    const requestId = nextRequestId()
    const body = `${before}${requestId}${behind}`
    outgoing.writeHead(503, {
      ...constant,
      'x-request-id': requestId,
      'content-length': Buffer.byteLength(body),
    })
    outgoing.end(body)
  }
}
