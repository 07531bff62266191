import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const email = z.string().check(z.maxLength(254))

export const designatedAdmins = z.object({
  /** Sorted, lower case. */
  designatedAdmins: z.array(z.string()),
  /** The names that they and former admins have now, by address; without those who have none. */
  names: z.optional(z.record(z.string(), z.string())),
})
export type DesignatedAdmins = z.infer<typeof designatedAdmins>

export const listDesignatedAdmins = endpoint({
  method: 'GET',
  path: '/api/admin/designated-admins',
  callers: 'admins',
  summary: 'Who may be an admin, when signed in with Google.',
  reply: designatedAdmins,
})

/** The token alone identifies the acting admin; `actingEmail` is accepted but ignored. */
export const addDesignatedAdmin = endpoint({
  method: 'POST',
  path: '/api/admin/designated-admins',
  callers: 'admins',
  fresh: true,
  summary: 'Adds a foundation e-mail to the list, and returns the list.',
  body: z.object({
    email: z.optional(email),
    actingEmail: z.optional(z.string().check(z.maxLength(320))),
  }),
  reply: designatedAdmins,
})

export const removeDesignatedAdmin = endpoint({
  method: 'DELETE',
  path: '/api/admin/designated-admins',
  callers: 'admins',
  fresh: true,
  summary: 'Removes an e-mail from the list, which never becomes empty, and returns the list.',
  query: z.object({
    email: z.optional(email),
    actingEmail: z.optional(z.string().check(z.maxLength(320))),
  }),
  reply: designatedAdmins,
})
