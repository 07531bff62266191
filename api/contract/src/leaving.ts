import { isDay } from '@portal/domain/days'
import { offices } from '@portal/domain/terms'
import * as z from 'zod/mini'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'

/** What may carry a person's name. The first three have an owner, who can be another admin. */
export const carriedKinds = [
  'release token',
  'trusted pipeline',
  'legal hold',
  'candidate',
  'preview made',
  'preview seen',
  'cohort',
  'agenda template',
  'upload',
  'export',
] as const

export const carried = z.object({
  kind: z.enum(carriedKinds),
  /** The name of a token, pipeline or template; a hold's reason; a release; a file's name. */
  name: z.string(),
  /** The part of the portal that it belongs to. */
  remote: z.optional(z.string()),
  /** ISO 8601, UTC. */
  since: z.optional(z.string()),
  /** When it ends without anybody doing anything; ISO 8601, UTC. */
  until: z.optional(z.string()),
})
export type Carried = z.infer<typeof carried>

export const ending = z.object({
  /** The terms that end, with the names of their bodies: those in office, and those that would begin later. */
  terms: z.array(
    z.object({
      body: z.string(),
      office: z.enum(offices),
      from: z.string(),
      to: z.optional(z.string()),
    }),
  ),
  /** The names of the assistants, whose access ends too. */
  assistants: z.array(z.string()),
  /** The last day on which the person is let in: `YYYY-MM-DD`, in the foundation's zone. */
  lastDay: z.optional(z.string()),
  /** Why they can't have a last day, as a sentence; absent if they can. */
  lastDayRefusal: z.optional(z.string()),
})
export type Ending = z.infer<typeof ending>

export const leaving = z.object({
  /** At most 500. What has an owner comes first. */
  carried: z.array(carried),
  /** Why the account can’t be erased yet, as a sentence; absent if it can. */
  eraseRefusal: z.optional(z.string()),
  /** What ends with their access, besides sign-ins and admin rights. Absent from an older API. */
  ending: z.optional(ending),
})
export type Leaving = z.infer<typeof leaving>

const params = z.object({ uid: z.string().check(z.minLength(1), z.maxLength(128)) })

export const getLeaving = endpoint({
  method: 'GET',
  path: '/api/admin/users/{uid}/leaving',
  callers: 'admins',
  summary: 'What carries a person’s name, and whether their account can be erased.',
  params,
  reply: leaving,
})

export const handOver = endpoint({
  method: 'POST',
  path: '/api/admin/users/{uid}/hand-over',
  callers: 'admins',
  fresh: true,
  summary:
    'Makes another admin answer for a person’s release tokens, trusted pipelines and legal holds. Who made them stays. Repeating it changes nothing.',
  params,
  body: z.object({ to: emailAddress }),
  reply: leaving,
})

export const endNow = endpoint({
  method: 'POST',
  path: '/api/admin/users/{uid}/end-now',
  callers: 'admins',
  fresh: true,
  summary:
    'Ends everything at once when a person leaves: sign-ins, the account, admin rights, the access of their assistants and their terms, whatever their last day. Terms that would begin later are deleted. Repeating it completes it.',
  params,
  reply: leaving,
})

export const setLastDay = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{uid}/last-day',
  callers: 'admins',
  fresh: true,
  summary:
    'Sets the last day on which a person is let in, which they are shown until then, and ends their terms with it. An empty text removes it; terms keep their last day then. Repeating it completes it.',
  params,
  body: z.object({
    day: z.union([
      z.literal(''),
      z.string().check(z.maxLength(10), z.refine(isDay, 'A day such as 2026-11-12')),
    ]),
  }),
  reply: leaving,
})
