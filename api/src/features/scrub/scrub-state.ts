import * as z from 'zod/mini'
import { laterToken, leaseOf } from '../../platform/background/lease.ts'
import { defineCollection } from '../../platform/store/collection.ts'

export const scrubStateId = 'state'

/** The current pass, or the last one. Every instance sees it; the one that holds the lease works on it. */
export const scrubState = z.object({
  /** ISO 8601, UTC, like all times here. */
  startedAt: z.string(),
  completedAt: z.optional(z.string()),
  /** The last key that was verified; empty at the start of a pass. Keys are verified in order. */
  position: z.string(),
  /** Number of files that were verified, and of those that were missing or altered. */
  checked: z.number(),
  harmed: z.number(),
  /** The token increases with every takeover. */
  lease: leaseOf(laterToken),
})
export type ScrubState = z.infer<typeof scrubState>
export const scrubCollection = defineCollection('scrub', scrubState)
