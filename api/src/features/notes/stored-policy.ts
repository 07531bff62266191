import * as z from 'zod/mini'
import { laterToken, leaseOf } from '../../platform/background/lease.ts'
import { defineCollection } from '../../platform/store/collection.ts'

export const policyId = 'policy'

const quarter = z.object({ year: z.number(), quarter: z.number() })
/** A quarter, or the id of another meeting. */
const ofMeeting = z.union([quarter, z.object({ meeting: z.string() })])

export const storedPolicy = z.object({
  /** Days after the meeting; absent while notes aren't destroyed. */
  days: z.optional(z.number()),
  /** `YYYY-MM-DD` */
  notBefore: z.optional(z.string()),
  holds: z.array(
    z.object({
      quarter: z.optional(quarter),
      /** The id of a meeting that isn't a quarterly one. An earlier release reads this as a hold on all notes. */
      meeting: z.optional(z.string()),
      reason: z.string(),
      at: z.string(),
      by: z.string(),
      /** The admin who answers for it now, if another one. */
      owner: z.optional(z.string()),
    }),
  ),
})
export type StoredPolicy = z.infer<typeof storedPolicy>
/** One document. */
export const policyCollection = defineCollection('notes_policy', storedPolicy)
export type StoredHold = StoredPolicy['holds'][number]

export const noPolicy: StoredPolicy = { holds: [] }

export const destructionId = 'state'
export const destructionState = z.object({
  /** The token increases with every takeover. */
  lease: leaseOf(laterToken),
  /** Destroyed notes that aren't in the audit yet. */
  unrecorded: z.array(z.object({ quarter: ofMeeting, days: z.number() })),
  /** The owners of destroyed notes, until the files made from their notes are deleted. */
  owners: z._default(z.array(z.string()), []),
})
export type DestructionState = z.infer<typeof destructionState>
/** One document: the run in progress, shared by all instances. */
export const destructionCollection = defineCollection('note_destruction', destructionState)
