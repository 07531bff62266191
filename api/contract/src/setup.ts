import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Whether the portal contains it. Absent if that can't be checked now, or the list is put away. */
const step = z.optional(z.boolean())

/** What a new portal needs first, for its admins. */
export const setup = z.object({
  /** In the order in which they are listed. */
  steps: z.object({
    /** Somebody else than the first admin in the directory. */
    people: step,
    /** A coming event, or a meeting by its agenda. */
    calendar: step,
    /** A paper in a slot of a quarter. */
    papers: step,
    /** A published agenda. */
    agenda: step,
    /** A policy in its slot, or none of the specification's is wanted: all are set aside. */
    policies: step,
    /** An account of somebody who isn't an admin. */
    invitations: step,
  }),
  isPutAway: z.boolean(),
  /** Absent until the list has been put away for the first time. */
  revision: z.optional(z.number()),
})
export type Setup = z.infer<typeof setup>

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/setup',
  callers: 'admins',
  summary: 'Which of the first steps of a new portal are done, by what the portal contains.',
  reply: setup,
})

export const saveSetup = endpoint({
  method: 'PUT',
  path: '/api/setup',
  callers: 'admins',
  summary: 'Puts the list of first steps away for all admins, or shows it again.',
  body: z.object({ isPutAway: z.boolean() }),
  reply: setup,
  revised: true,
  fresh: 'content',
})
