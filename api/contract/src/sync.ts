import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A slot that a paper is mapped to; `coming` if it belongs to the upcoming meeting. */
const heldSlot = z.object({ id: z.string(), title: z.string(), coming: z.boolean() })

/** A synced paper whose file is missing from the drive. */
export const missingPaper = z.object({
  id: z.string(),
  name: z.string(),
  /** Folder names from the drive's root, joined by `/`; empty for the root. */
  path: z.string(),
  slots: z.array(heldSlot),
})
export type MissingPaper = z.infer<typeof missingPaper>

/** Maximum number of papers listed in held removals; the rest is only counted. */
export const maxNamedPapers = 500

/** Papers that a sync didn't remove because an admin must confirm it; members still see them. */
export const heldRemovals = z.object({
  /** Increases with every change of the list; a confirmation names it. */
  revision: z.number(),
  total: z.number(),
  /** When the first run paused, ISO 8601. */
  since: z.string(),
  /** More than a tenth of all papers at once, or a paper of the upcoming meeting. */
  reason: z.catch(z.enum(['many', 'comingMeeting']), 'many'),
  /** Those of the upcoming meeting first, then those mapped elsewhere; at most `maxNamedPapers`. */
  papers: z.array(missingPaper),
})
export type HeldRemovals = z.infer<typeof heldRemovals>

/** The latest sync run. A second trigger joins the run in progress and gets its id. */
export const syncStatus = z.object({
  status: z.catch(z.enum(['idle', 'running', 'completed', 'failed']), 'running'),
  runId: z.optional(z.string()),
  /** When the last completed run ended. */
  last_sync_time: z.optional(z.string()),
  error_message: z.optional(z.string()),
  /** Files processed so far and in total; both grow while folders are still being listed. */
  progress: z.optional(z.object({ done: z.number(), total: z.number() })),
  /** Number of documents available now. */
  documents: z.number(),
  /** What the drive is; unknown to an API of an earlier contract. */
  drive: z.catch(z.optional(z.enum(['folder', 'google'])), undefined),
  /** Absent unless removals wait for an admin. */
  held: z.optional(heldRemovals),
  /** Number of confirmed removals still to be made; absent if there are none. */
  removing: z.optional(z.number()),
})
export type SyncStatus = z.infer<typeof syncStatus>

export const triggerSync = endpoint({
  method: 'POST',
  path: '/api/sync/trigger',
  callers: 'admins',
  summary: 'Starts a sync with the drive, or joins the one in progress.',
  reply: syncStatus,
  fresh: 'content',
})

export const getSyncStatus = endpoint({
  method: 'GET',
  path: '/api/sync/status',
  callers: 'admins',
  summary: 'The state of the latest sync run.',
  reply: syncStatus,
})

export const confirmRemovals = endpoint({
  method: 'POST',
  path: '/api/sync/removals',
  callers: 'admins',
  fresh: true,
  summary:
    'Removes the papers of the held list named in `If-Match`; 412 with the current list if it has changed.',
  reply: syncStatus,
  revised: true,
})

/** Poll interval and timeout of a waiting screen, in ms (specification, section 9). */
export const syncPoll = { interval: 2000, timeout: 5 * 60_000 } as const
