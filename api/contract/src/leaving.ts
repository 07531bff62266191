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

export const leaving = z.object({
  /** At most 500. What has an owner comes first. */
  carried: z.array(carried),
  /** Why the account can’t be erased yet, as a sentence; absent if it can. */
  eraseRefusal: z.optional(z.string()),
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
