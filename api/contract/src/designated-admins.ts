import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const email = z.string().check(z.maxLength(254))

/** Sorted, lower case. */
export const designatedAdmins = z.object({ designatedAdmins: z.array(z.string()) })
export type DesignatedAdmins = z.infer<typeof designatedAdmins>

export const listDesignatedAdmins = endpoint({
  method: 'GET',
  path: '/api/admin/designated-admins',
  summary: 'Who may be an admin, when signed in with Google.',
  reply: designatedAdmins,
})

/** Who acts is told by the token alone: `actingEmail` is taken and not looked at. */
export const addDesignatedAdmin = endpoint({
  method: 'POST',
  path: '/api/admin/designated-admins',
  summary: 'Adds a foundation e-mail to the list; the answer is the list.',
  body: z.object({ email: z.optional(email), actingEmail: z.optional(z.string()) }),
  reply: designatedAdmins,
})

export const removeDesignatedAdmin = endpoint({
  method: 'DELETE',
  path: '/api/admin/designated-admins',
  summary: 'Takes an e-mail off the list, which never becomes empty; the answer is the list.',
  query: z.object({ email: z.optional(email), actingEmail: z.optional(z.string()) }),
  reply: designatedAdmins,
})
