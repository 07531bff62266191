import type { Endpoint, Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { AdminKeyHolder, ReleaseTokenHolder } from '../access.ts'
import type { AdminKey } from './admin-key.ts'
import { jsonBody } from './body.ts'
import { acceptsBrotli, isUnchanged } from './conditional.ts'
import { formBody } from './form.ts'
import { type BaseHeaders, completeHeaders } from './headers.ts'
import { isPrepared, prepare, type Prepared } from './prepared.ts'
import type { ReleaseTokenEntrance } from './release-token.ts'
import { requestHeader } from './request-header.ts'
import { statedRevision } from './revision.ts'
import { valid } from './valid.ts'
import type { AppEnv } from './visit.ts'

type Output<S> = S extends z.core.$ZodType ? z.output<S> : undefined

type RouteInput<E extends Endpoint, P = Person> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  form: Output<E['form']>
  /** From If-Match or If-None-Match; asked for (428) where the endpoint is `revised`. */
  revision: E['revised'] extends true ? number | 'new' : undefined
  /** Who asks: a member, unless the endpoint is served to everyone. */
  person: P
  c: Context<AppEnv>
}

type Answer<E extends Endpoint> = Reply<E> | Prepared | Response

type Handler<E extends Endpoint, P = Person> = (
  input: RouteInput<E, P>,
) => Answer<E> | Promise<Answer<E>>

type ServeOptions = {
  /** Most bytes of a body, JSON or form; 3 MB without. */
  bodyLimit?: number
  /** Called before the body is read: throws a refusal where this caller has asked too often. */
  limit?: (c: Context<AppEnv>, person: Caller) => void
}

/**
 * Mounts an endpoint of the contract: only members come in, the input is validated, the reply stripped to its
 * schema and tagged. A `Prepared` reply is sent as it is, or as a 304.
 */
export type Serve = {
  <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: ServeOptions): void
  /** For those who aren't signed in as well: the handler is told of no person. */
  everyone: <E extends Endpoint>(
    endpoint: E,
    handler: Handler<E, undefined>,
    options?: ServeOptions,
  ) => void
  /** For servers that hold the admin key as well as for members. */
  withAdminKey: <E extends Endpoint>(
    endpoint: E,
    handler: Handler<E, Person | AdminKeyHolder>,
    options?: ServeOptions,
  ) => void
  /** For teams' machines that hold a release token as well as for members. */
  withReleaseToken: <E extends Endpoint>(
    endpoint: E,
    handler: Handler<E, Person | ReleaseTokenHolder>,
    options?: ServeOptions,
  ) => void
}

/** Whom an endpoint lets in. */
export type Entrance = 'members' | 'everyone' | 'membersAndKey' | 'membersAndReleaseToken'

/** Who may stand before a handler; undefined where everyone may. */
type Caller = Person | AdminKeyHolder | ReleaseTokenHolder | undefined

type Frame = {
  signedIn: { person: (c: Context<AppEnv>) => Person | Promise<Person> }
  adminKey: AdminKey
  releaseToken: ReleaseTokenEntrance
  headers: BaseHeaders
  /** Collects what is served: compared with what is promised, and asked for the 405s. */
  mounted: Endpoint[]
  /** Whom each of them lets in. */
  entrances: Map<Endpoint, Entrance>
}

export function createServe(
  app: Hono<AppEnv>,
  { signedIn, adminKey, releaseToken, headers, mounted, entrances }: Frame,
): Serve {
  const jsonHeaders = {
    ...headers,
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding',
  }

  const send = (c: Context<AppEnv>, prepared: Prepared): Response => {
    const { etag } = prepared
    const own: Record<string, string> = {
      ...jsonHeaders,
      etag,
      'x-request-id': c.env.visit.requestId,
    }
    if (isUnchanged(requestHeader(c, 'if-none-match'), etag)) {
      return new Response(null, { status: 304, headers: own })
    }
    if (!acceptsBrotli(requestHeader(c, 'accept-encoding'))) return answerWith(prepared.body, own)
    own['content-encoding'] = 'br'
    return answerWith(prepared.compressed(), own)
  }

  /** Who comes in by something else than an ID token. */
  const holders: Partial<Record<Entrance, (c: Context<AppEnv>) => Caller>> = {
    membersAndKey: adminKey,
    membersAndReleaseToken: releaseToken,
  }

  const mount = (
    endpoint: Endpoint,
    handler: Handler<Endpoint, never>,
    { bodyLimit, limit }: ServeOptions,
    entrance: Entrance,
  ) => {
    mounted.push(endpoint)
    entrances.set(endpoint, entrance)
    const isRead = endpoint.method === 'GET'
    const route = `${endpoint.method} ${endpoint.path}`

    const answered = (c: Context<AppEnv>, reply: Answer<Endpoint>): Response => {
      if (isPrepared(reply)) return send(c, reply)
      if (reply instanceof Response) return completeHeaders(reply, headers, c.env.visit.requestId)
      if (endpoint.reply) return sendOnce(c, prepare(endpoint, reply as never))
      return new Response(null, {
        status: 204,
        headers: { ...headers, 'cache-control': 'no-store', 'x-request-id': c.env.visit.requestId },
      })
    }
    const sendOnce = (c: Context<AppEnv>, prepared: Prepared) =>
      isRead
        ? send(c, prepared)
        : answerWith(prepared.body, {
            ...jsonHeaders,
            'cache-control': 'no-store',
            'x-request-id': c.env.visit.requestId,
          })

    const handled = (c: Context<AppEnv>, person: Caller, body: unknown) => {
      const input = {
        params: endpoint.params && valid(endpoint.params, c.req.param(), 'params'),
        query: endpoint.query && valid(endpoint.query, c.req.query(), 'query'),
        body: endpoint.body && valid(endpoint.body, body, 'body'),
        form: endpoint.form && valid(endpoint.form, body, 'form'),
        revision: endpoint.revised ? statedRevision(c) : undefined,
        person,
        c,
      }
      // What was noted until it was known who asks says nothing of the answer.
      c.env.visit.staleSince = undefined
      const reply = handler(input as never)
      return reply instanceof Promise ? reply.then((late) => answered(c, late)) : answered(c, reply)
    }

    const bodyOf = endpoint.form ? formBody : endpoint.body && jsonBody
    const entered = (c: Context<AppEnv>, person: Caller) => {
      limit?.(c, person)
      return bodyOf
        ? bodyOf(c, bodyLimit).then((body) => handled(c, person, body))
        : handled(c, person, undefined)
    }

    // No promise is made where none is needed: a known member's read of a prepared reply is answered at once.
    const answer = (c: Context<AppEnv>): Response | Promise<Response> => {
      const { visit } = c.env
      visit.endpoint = route
      visit.route = endpoint.path
      if (entrance === 'everyone') return entered(c, undefined)
      const holder = holders[entrance]?.(c)
      const person = holder ?? signedIn.person(c)
      return person instanceof Promise
        ? person.then((late) => entered(c, late))
        : entered(c, person)
    }
    const path: string = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    app.on([endpoint.method], [path], answer)
  }

  const serve = (endpoint: Endpoint, handler: never, options: ServeOptions = {}) =>
    mount(endpoint, handler, options, 'members')
  return Object.assign(serve, {
    everyone: (endpoint: Endpoint, handler: never, options: ServeOptions = {}) =>
      mount(endpoint, handler, options, 'everyone'),
    withAdminKey: (endpoint: Endpoint, handler: never, options: ServeOptions = {}) =>
      mount(endpoint, handler, options, 'membersAndKey'),
    withReleaseToken: (endpoint: Endpoint, handler: never, options: ServeOptions = {}) =>
      mount(endpoint, handler, options, 'membersAndReleaseToken'),
  }) as Serve
}

function answerWith(body: Buffer, headers: Record<string, string>): Response {
  return new Response(body as Uint8Array<ArrayBuffer>, { headers })
}
