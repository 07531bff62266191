import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

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

/** How often a waiting screen asks for the state, and how long it waits, in ms (specification, section 9). */
export const syncPoll = { interval: 2000, timeout: 5 * 60_000 } as const
