import type { Endpoint, Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { Refusal } from '../refusal.ts'
import { jsonBody } from './body.ts'
import { statedRevision } from './revision.ts'

/** What every request carries through the app. */
export type AppEnv = { Variables: { requestId: string; person?: Person } }

type Output<S> = S extends z.core.$ZodType ? z.output<S> : undefined

export type RouteInput<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  /** From If-Match or If-None-Match; asked for (428) where the endpoint is `revised`. */
  revision: E['revised'] extends true ? number | 'new' : undefined
  person: Person
  c: Context<AppEnv>
}

type Handler<E extends Endpoint> = (
  input: RouteInput<E>,
) => Promise<Reply<E> | Response> | Reply<E> | Response

/** Mounts an endpoint of the contract: its input is validated, its reply stripped to its schema. */
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/** `mounted` collects what is served, for the test that compares it with what is promised. */
export function createServe(app: Hono<AppEnv>, mounted: Endpoint[] = []): Serve {
  return (endpoint, handler) => {
    mounted.push(endpoint)
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    app.on(endpoint.method, path, async (c) => {
      const reply = await handler({
        params: valid(endpoint.params, c.req.param(), 'params'),
        query: valid(endpoint.query, c.req.query(), 'query'),
        body: endpoint.body ? valid(endpoint.body, await jsonBody(c), 'body') : undefined,
        revision: endpoint.revised ? statedRevision(c) : undefined,
        person: c.get('person'),
        c,
      } as never)
      if (reply instanceof Response) return reply
      if (!endpoint.reply) return c.body(null, 204)
      return c.json(z.parse(endpoint.reply, reply) as object)
    })
  }
}

function valid(schema: z.core.$ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({
    path: [part, ...issue.path].join('.'),
    message: issue.message,
  }))
  const first = fields[0]!
  throw new Refusal(
    part === 'params' ? 'notFound' : 'badRequest',
    part === 'params' ? 'There is nothing at this address.' : `${first.path}: ${first.message}`,
    { fields },
  )
}
