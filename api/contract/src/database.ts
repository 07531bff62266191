import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const getDatabaseDamage = endpoint({
  method: 'GET',
  path: '/api/database/damage',
  callers: 'admins',
  summary:
    'Since when the database is known to be damaged, and what the portal leaves out because of it; for admins.',
  reply: z.object({
    /** ISO 8601, UTC; absent while no damage is known. */
    since: z.optional(z.string()),
    /** In an admin’s words, such as `papers`. */
    missing: z.array(z.string()),
  }),
})
