import type { Callers, Endpoint, Reply } from '@portal/contract/endpoint'
import { memberViewHeader } from '@portal/contract/member-view'
import type { Person } from '@portal/contract/portal'
import { twinOf } from '@portal/contract/twins'
import { meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import {
  type AdminKeyHolder,
  type GateRunnerHolder,
  mustBeAllowedToCall,
  mustBeGateRunner,
  mustManagePortal,
  mustManageUsers,
  mustRelease,
  mustSeeOffered,
  type ReleaseTokenHolder,
} from '../../access.ts'
import { nextTurn } from '../background/next-turn.ts'
import type { AdminKey, GateRunnerKey } from './server-key.ts'
import { jsonBody } from './body.ts'
import { budgetOf } from './budgets.ts'
import { acceptsBrotli, isUnchanged } from './conditional.ts'
import { formBody, valid, statedRevision } from './input.ts'
import { type BaseHeaders, completeHeaders } from './headers.ts'
import { prepare, prepareOnce, type Prepared } from './prepared.ts'
import type { ReleaseTokenReader } from './release-token.ts'
import type { AppEnv } from './request-context.ts'
import type { SignedIn } from './signed-in.ts'
import { createRequestQueue } from './request-queue.ts'

type Output<S> = S extends z.core.$ZodType ? z.output<S> : undefined

/** An endpoint of any meeting has its meeting in the parameters, whichever way its address names it. */
type Params<E extends Endpoint> = E['ofMeetings'] extends true
  ? MeetingRef & Omit<Output<E['params']>, 'year' | 'quarter'>
  : Output<E['params']>

type RouteInput<E extends Endpoint> = {
  params: Params<E>
  query: Output<E['query']>
  body: Output<E['body']>
  form: Output<E['form']>
  /** From If-Match or If-None-Match; required (428) if the endpoint is `revised`. */
  revision: E['revised'] extends true ? number | 'new' : undefined
  person: CallerOf<E['callers']>
  /** Aborted when nobody waits for the reply any more. */
  signal: AbortSignal
  c: Context<AppEnv>
}

type Answer<E extends Endpoint> = Reply<E> | Response

type Handler<E extends Endpoint> = (input: RouteInput<E>) => Answer<E> | Promise<Answer<E>>

/** What a handler knows about its caller: nothing where nobody has to sign in. */
type CallerOf<C extends Callers> = C extends 'everyone' | 'ownToken'
  ? undefined
  : C extends 'adminsAndKey'
    ? Person | AdminKeyHolder
    : C extends 'adminsAndReleaseToken'
      ? Person | ReleaseTokenHolder
      : C extends 'gateRunner'
        ? Person | GateRunnerHolder
        : Person

type ServeOptions = {
  /** Called before the body is read: refuses callers over their rate limit. */
  limit?: (c: Context<AppEnv>, person: Caller) => void
  /** Refuses callers without the right to use it, with a message of its own. */
  mustHaveRight?: (caller: Person) => void
  /** The handler returns the same object until its content changes: it is serialized, tagged and compressed once. */
  cached?: boolean
  /**
   * The handler returns exactly the fields of the reply's schema, from data that was validated when it was stored: for
   * lists that are too large to be validated each time they are read.
   */
  isStripped?: boolean
}

/**
 * Mounts an endpoint of the contract: only its declared callers have access, the input is validated, the reply stripped
 * to its schema and tagged. A `Response` is sent unchanged. An endpoint of any meeting (`ofMeetings`) is mounted at both
 * of its addresses.
 */
export type Serve = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  options?: ServeOptions,
) => void

type Caller = CallerOf<Callers>

type Frame = {
  signedIn: Pick<SignedIn, 'person' | 'mustBeFresh'>
  adminKey: AdminKey
  releaseToken: ReleaseTokenReader
  gateRunnerKey: GateRunnerKey
  headers: BaseHeaders
  /** Collects the served endpoints: compared with the contract, and used for 405s. */
  mounted: Endpoint[]
}

/**
 * Queues for requests whose budget allows more reads of the store, and for all others: a person's requests wait for
 * each other.
 */
const usualReads = 50
/** How long a request may wait for others of the same person, in ms. */
const longestWait = 10_000

export function createServe(
  app: Hono<AppEnv>,
  { signedIn, adminKey, releaseToken, gateRunnerKey, headers, mounted }: Frame,
): Serve {
  const jsonHeaders = {
    ...headers,
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    vary: `Accept-Encoding, ${memberViewHeader}`,
  }
  const changedHeaders = { ...jsonHeaders, 'cache-control': 'no-store' }
  const emptyHeaders = { ...headers, 'cache-control': 'no-store' }

  // A page sends some twenty requests at once.
  const usualQueue = createRequestQueue({ atOnce: 8, waiting: 100, longestWait })
  const heavyQueue = createRequestQueue({ atOnce: 2, waiting: 20, longestWait })

  const send = async (
    c: Context<AppEnv>,
    { body, etag, compressed }: Prepared,
  ): Promise<Response> => {
    const { requestId } = c.get('request')
    const own = { ...jsonHeaders, etag, 'x-request-id': requestId }
    if (isUnchanged(c.req.header('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers: own })
    }
    if (!acceptsBrotli(c.req.header('accept-encoding'))) {
      return new Response(body, { headers: own })
    }
    return new Response(await compressed(), { headers: { ...own, 'content-encoding': 'br' } })
  }

  /** Callers who authenticate with something other than an ID token. */
  const holders: Partial<Record<Callers, (c: Context<AppEnv>) => Caller | Promise<Caller>>> = {
    adminsAndKey: adminKey,
    adminsAndReleaseToken: releaseToken,
    gateRunner: gateRunnerKey,
  }

  /**
   * Refuses callers without the right to use the endpoint, before their input is read: they must not learn what is
   * wrong with it. The services check again.
   */
  const mustHaveRight: Record<Callers, (caller: never, remote: string | undefined) => void> = {
    everyone: () => undefined,
    ownToken: () => undefined,
    readers: () => undefined,
    members: () => undefined,
    admins: mustManagePortal,
    adminsAndKey: mustManageUsers,
    gateRunner: mustBeGateRunner,
    adminsAndReleaseToken: (caller: Person | ReleaseTokenHolder, remote) =>
      remote === undefined ? mustSeeOffered(caller) : mustRelease(caller, remote),
  }

  const mount = <E extends Endpoint>(
    endpoint: E,
    handler: Handler<E>,
    { limit, cached, isStripped, mustHaveRight: mustHaveOwnRight }: ServeOptions,
    shownParams: (valid: unknown) => unknown = (params) => params,
  ) => {
    mounted.push(endpoint)
    const { callers } = endpoint
    const name = `${endpoint.method} ${endpoint.path}`
    const { bytesIn, bytesOut, reads } = budgetOf(endpoint)
    const most = { isStripped, mostBytes: bytesOut === 'stream' ? 0 : bytesOut }
    const prepared = cached
      ? prepareOnce(endpoint, most)
      : (reply: never) => prepare(endpoint, reply, most)
    const isHeavy = reads > usualReads
    // Files are made by the pool of heavy work, which has limits of its own.
    const queue = isHeavy && bytesOut !== 'stream' ? heavyQueue : usualQueue
    const isAnonymous = callers === 'everyone' || callers === 'ownToken'
    const readBody = endpoint.form ? formBody : endpoint.body && jsonBody

    const replied = async (c: Context<AppEnv>, reply: Answer<Endpoint>): Promise<Response> => {
      const { requestId } = c.get('request')
      if (reply instanceof Response) return completeHeaders(reply, headers, requestId)
      if (!endpoint.reply) {
        return new Response(null, {
          status: 204,
          headers: { ...emptyHeaders, 'x-request-id': requestId },
        })
      }
      const { body, ...tagged } = await prepared(reply as never)
      if (endpoint.method === 'GET') return send(c, { body, ...tagged })
      return new Response(body, { headers: { ...changedHeaders, 'x-request-id': requestId } })
    }

    app.on(endpoint.method, routePath(endpoint.path), async (c) => {
      const request = c.get('request')
      request.endpoint = name
      request.route = endpoint.path
      const holder = await holders[callers]?.(c)
      const person = isAnonymous ? undefined : (holder ?? (await signedIn.person(c)))
      if (person && 'uid' in person) mustBeAllowedToCall(person, endpoint)
      mustHaveOwnRight?.(person as Person)
      mustHaveRight[callers](person as never, c.req.param('remote'))
      if (endpoint.fresh === true && !holder) signedIn.mustBeFresh(c)
      limit?.(c, person)
      const body = readBody && (await readBody(c, bytesIn))
      const input = {
        params: shownParams(endpoint.params && valid(endpoint.params, c.req.param(), 'params')),
        query: endpoint.query && valid(endpoint.query, c.req.query(), 'query'),
        body: endpoint.body && valid(endpoint.body, body, 'body'),
        form: endpoint.form && valid(endpoint.form, body, 'form'),
        revision: endpoint.revised ? statedRevision(c) : undefined,
        person,
        get signal() {
          return request.signal
        },
        c,
      }
      // Stale data that the sign-in has read doesn't count for the response.
      request.staleSince = undefined
      const uid = person && 'uid' in person ? person.uid : undefined
      const endTurn = uid === undefined ? undefined : await queue.take(uid, request.signal)
      try {
        if (isHeavy) await nextTurn()
        return await replied(c, (await handler(input as never)) as Answer<Endpoint>)
      } finally {
        endTurn?.()
      }
    })
  }

  return (endpoint, handler, options = {}) => {
    mount(endpoint, handler, options)
    const twin = twinOf(endpoint)
    if (twin) mount<Endpoint>(twin, handler, options, withMeeting)
  }
}

/**
 * What a parameter can be, if not any text. A year has no hyphen, and a meeting's id has one, so that
 * `2026-11-12-finance/status` is no quarter.
 */
const parameterPatterns: Record<string, string> = { year: '[^/-]+' }

function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const pattern = parameterPatterns[name]
    return pattern === undefined ? `:${name}` : `:${name}{${pattern}}`
  })
}

/** Matches the addresses of an endpoint's path. */
export function addressPattern(path: string): RegExp {
  const pattern = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => parameterPatterns[name] ?? '[^/]+',
  )
  return new RegExp(`^${pattern}$`)
}

function withMeeting(params: unknown) {
  const { meeting, ...others } = params as { meeting: string }
  return { ...others, ...meetingOf(meeting) }
}
