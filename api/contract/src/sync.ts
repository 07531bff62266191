import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A slot that a paper is mapped to; `coming` for those of the coming meeting. */
const heldSlot = z.object({ id: z.string(), title: z.string(), coming: z.boolean() })

/** A synced paper that the drive no longer has. */
export const missingPaper = z.object({
  id: z.string(),
  name: z.string(),
  /** Folder names from the drive's root, joined by `/`; empty for the root. */
  path: z.string(),
  slots: z.array(heldSlot),
})
export type MissingPaper = z.infer<typeof missingPaper>

/** How many papers a list of held removals names; the rest is only counted. */
export const mostNamedPapers = 500

/** Papers that a sync did not remove, because that takes an admin: members still see them. */
export const heldRemovals = z.object({
  /** Rises with every change of the list; a confirmation names it. */
  revision: z.number(),
  total: z.number(),
  /** When the first run paused, ISO 8601. */
  since: z.string(),
  /** More than a tenth of all papers at once, or a paper of the coming meeting. */
  reason: z.catch(z.enum(['many', 'comingMeeting']), 'many'),
  /** Those of the coming meeting first, then those mapped elsewhere; at most `mostNamedPapers`. */
  papers: z.array(missingPaper),
})
export type HeldRemovals = z.infer<typeof heldRemovals>

/** The newest sync run. A second trigger joins the run that is under way and gets its id. */
export const syncStatus = z.object({
  status: z.catch(z.enum(['idle', 'running', 'completed', 'failed']), 'running'),
  runId: z.optional(z.string()),
  /** When the last completed run ended. */
  last_sync_time: z.optional(z.string()),
  error_message: z.optional(z.string()),
  /** Files looked at so far, of how many; both grow while folders are still being listed. */
  progress: z.optional(z.object({ done: z.number(), total: z.number() })),
  /** How many documents are available now. */
  documents: z.number(),
  /** Absent unless removals wait for an admin. */
  held: z.optional(heldRemovals),
  /** Confirmed removals that are still to be made; absent when there are none. */
  removing: z.optional(z.number()),
})
export type SyncStatus = z.infer<typeof syncStatus>

export const triggerSync = endpoint({
  method: 'POST',
  path: '/api/sync/trigger',
  summary: 'Starts a sync with the drive, or joins the one under way.',
  reply: syncStatus,
})

export const getSyncStatus = endpoint({
  method: 'GET',
  path: '/api/sync/status',
  summary: 'The state of the newest sync run.',
  reply: syncStatus,
})

export const confirmRemovals = endpoint({
  method: 'POST',
  path: '/api/sync/removals',
  summary:
    'Removes the papers of the held list that `If-Match` names; 412 with the present list when it has changed.',
  reply: syncStatus,
  revised: true,
})

/** How often a waiting screen asks for the state, and how long it waits, in ms (specification, section 9). */
export const syncPoll = { interval: 2000, timeout: 5 * 60_000 } as const
