import * as z from 'zod/mini'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { composition } from './releases.ts'

export const getComposition = endpoint({
  method: 'GET',
  path: '/api/compositions/{id}',
  callers: 'members',
  summary: 'A composition by its id, regardless of the current pointers.',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(4000)) }),
  reply: composition,
})

/** What an account receives at its next page load. */
export const personComposition = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.optional(z.string()),
  /** The composition's id. */
  composition: z.string(),
  remotes: z.array(
    z.object({
      name: z.string(),
      /** In loading order: the first one runs, the others are fallbacks. */
      releases: z.array(z.string()),
    }),
  ),
})
export type PersonComposition = z.infer<typeof personComposition>

export const findCompositions = endpoint({
  method: 'GET',
  path: '/api/compositions',
  callers: 'admins',
  summary: 'Which composition the accounts with an e-mail address receive; for admins.',
  query: z.object({
    email: emailAddress,
  }),
  reply: z.object({ people: z.array(personComposition) }),
})
