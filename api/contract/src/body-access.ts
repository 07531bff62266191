import * as z from 'zod/mini'
import { body } from './bodies.ts'
import { endpoint } from './endpoint.ts'

/** Who sees a body’s meetings, and who gains and loses that by a change. For admins only. */

const { openTo } = body.shape

/** How many names `previewBodyAccess` returns of those who gain, and of those who lose. */
export const namedAtOnce = 100

const people = z.object({
  count: z.number(),
  /** The first 100, by name; addresses of people who have none. */
  names: z.array(z.string()),
})

export const bodyAccessChange = z.object({ gains: people, loses: people })
export type BodyAccessChange = z.infer<typeof bodyAccessChange>

const params = z.object({ id: z.string().check(z.minLength(1), z.maxLength(60)) })

export const previewBodyAccess = endpoint({
  method: 'GET',
  path: '/api/bodies/{id}/access',
  callers: 'admins',
  summary:
    'Who would gain and who would lose sight of a body’s meetings today if they were open to every member, or only to whoever has a term.',
  params,
  query: z.object({ openTo }),
  reply: bodyAccessChange,
})

export const saveBodyAccess = endpoint({
  method: 'PUT',
  path: '/api/bodies/{id}/access',
  callers: 'admins',
  summary:
    'Opens a body’s meetings to every member, or only to whoever has a term in it. Repeating it changes nothing.',
  params,
  body: z.object({ openTo }),
  reply: body,
  revised: true,
  fresh: true,
})
