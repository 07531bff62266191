import { remoteName } from '@portal/contract/releases'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { mustBeAllowedToCall } from '../../../access.ts'
import { limitedBody } from '../../../platform/http/body.ts'
import { backendBudget } from '../../../platform/http/budgets.ts'
import type { ServePlain } from '../../../platform/http/plain-route.ts'
import type { AppEnv } from '../../../platform/http/request-context.ts'
import { createRequestQueue } from '../../../platform/http/request-queue.ts'
import type { SignedIn } from '../../../platform/http/signed-in.ts'
import { Refusal } from '../../../refusal.ts'
import { backendResponse } from './backend-response.ts'
import { type BackendsService, backendTime } from './backends-service.ts'
import type { Statements } from './statements.ts'

type Parts = {
  backends: BackendsService
  statements: Statements | undefined
  signedIn: Pick<SignedIn, 'person'>
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The one route with data that isn't an endpoint of the contract: a remote's team knows what is behind it. */
const name = '/api/remotes/{remote}/*'

/** What a screen may send along: what it accepts and sends, and what makes a save safe to repeat. */
const sentHeaders = ['accept', 'content-type', 'if-match', 'if-none-match', 'idempotency-key']

/** In characters, with the query. */
const longestPath = 4000

/** How long a request may wait for others to the same backend, in ms. */
const longestWait = 5000

/** Requests to remotes' own backends, and the keys by which those know that the portal has sent them. */
export function backendRoutes(plain: ServePlain, parts: Parts): void {
  const { backends, statements, signedIn } = parts
  // One person can take a quarter of a backend's turns.
  const ofPerson = createRequestQueue({ atOnce: 6, waiting: 20, longestWait })
  const full = 'The server behind this page has too much to do at the moment. Please try again.'
  const ofRemote = createRequestQueue({ atOnce: 24, waiting: 60, longestWait, full })

  plain(['GET'], '/.well-known/jwks.json', () =>
    Response.json(statements?.keys ?? { keys: [] }, {
      headers: { 'cache-control': 'public, max-age=300' },
    }),
  )

  plain([...methods], '/api/remotes/:remote/*', async (c) => {
    const request = c.get('request')
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    const method = isRead ? 'GET' : (c.req.method as (typeof methods)[number])
    request.endpoint = `${method} ${name}`
    const person = await signedIn.person(c)
    mustBeAllowedToCall(person, { method })
    const { remote, path } = addressed(c)
    const forward = await backends.open(person, remote)
    if (c.req.header('upgrade') !== undefined) {
      throw new Refusal('badRequest', 'A connection to a backend can’t change its protocol.')
    }
    const body = isRead ? undefined : await limitedBody(c, backendBudget.bytesIn)
    // A slow backend must not take the slots of the portal's own requests.
    c.env.slot?.release()
    const endOwn = await ofPerson.take(person.uid, request.signal)
    const endTurn = await ofRemote.take(remote, request.signal).catch((error: unknown) => {
      endOwn()
      throw error
    })
    const ended = () => {
      endTurn()
      endOwn()
    }
    try {
      const { requestId } = request
      const forwarded = { method: c.req.method, path, headers: headersOf(c), body, requestId }
      // What changes something is completed, as everywhere.
      const reply = await forward(forwarded, isRead ? request.signal : undefined)
      const limits = { most: backendBudget.bytesOut, longest: backendTime }
      return backendResponse(reply, { remote, ...limits, ended })
    } catch (error) {
      ended()
      throw error
    }
  })
}

/** Refuses a path that a server could read in two ways. */
function addressed(c: Context<AppEnv>): { remote: string; path: string } {
  const remote = c.req.param('remote') ?? ''
  // Without dot segments, encoded or not.
  const { pathname, search } = new URL(c.req.url)
  const prefix = `/api/remotes/${remote}/`
  if (!z.safeParse(remoteName, remote).success || !pathname.startsWith(prefix)) {
    throw new Refusal('notFound', 'There is nothing at this address.')
  }
  const path = `${pathname.slice(prefix.length - 1)}${search}`
  if (path.length > longestPath || pathname.slice(prefix.length).split('/').some(isAmbiguous)) {
    throw new Refusal('badRequest', 'A backend can’t be asked for this address.')
  }
  return { remote, path }
}

/** Whether a segment contains a separator or control character in encoded form, or can't be decoded. */
function isAmbiguous(segment: string): boolean {
  try {
    // oxlint-disable-next-line no-control-regex
    return /[/\\\x00-\x1f\x7f]/.test(decodeURIComponent(segment))
  } catch {
    return true
  }
}

function headersOf(c: Context<AppEnv>): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  for (const header of sentHeaders) {
    const value = c.req.header(header)
    if (value !== undefined) headers[header] = value
  }
  return headers
}
