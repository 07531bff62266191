import type { SyncStatus } from '@portal/contract/sync'
import * as z from 'zod/mini'
import { type Actor, recordChange } from '../../platform/audit/record-change.ts'
import {
  heldLease,
  isHeld,
  leaseOf,
  mustHold,
  releasedLease,
} from '../../platform/background/lease.ts'
import { isDiskFull, Refusal } from '../../refusal.ts'
import type { DriveFile } from './drive.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'

const stateId = 'state'
const cursorId = 'cursor'

const syncState = z.object({
  status: z.enum(['running', 'completed', 'failed']),
  runId: z.string(),
  last_sync_time: z.optional(z.string()),
  error_message: z.optional(z.string()),
  progress: z.object({ done: z.number(), total: z.number() }),
  /** Number of papers before the run. Cleared once its removals have been decided; a failed run keeps it. */
  papers: z.optional(z.number()),
  /** The token increases with every takeover. */
  lease: leaseOf(z.number()),
})
export type SyncState = z.infer<typeof syncState>
type StoredState = SyncState & { revision: number }
const stateCollection = defineCollection('sync', syncState)

const syncCursor = z.object({
  cursor: z.optional(z.string()),
  /** During a full listing: documents it hasn't named yet. */
  unseen: z.optional(z.array(z.string())),
  /** Files that could not be read when they were listed; each run retries them. */
  failed: z.optional(z.array(z.custom<DriveFile>())),
})
export type SyncCursor = z.infer<typeof syncCursor>
const cursorCollection = defineCollection('sync', syncCursor)

export async function readState(store: StoreOperations): Promise<StoredState | undefined> {
  const stored = await stateCollection.in(store).get(stateId)
  if (!stored) return undefined
  const { id: _id, updatedAt: _updatedAt, ...state } = stored
  return state
}

type NewRun = {
  now: Date
  runId: string
  /** Number of papers before the run. */
  papers: number
  which: 'new' | 'left'
  by: Actor | undefined
}

/**
 * Takes the lease for a new run, or for one that a dead process has left; undefined if a run holds it. A run that a
 * person started is audited; a run at start or on a schedule is only logged.
 */
export function takeLease(
  store: DocumentStore,
  { now, runId, papers, which, by }: NewRun,
): Promise<SyncState | undefined> {
  return store.transaction(async (transaction) => {
    const before = await readState(transaction)
    const running = before?.status === 'running'
    if (running && isHeld(store, before.lease, now)) return undefined
    if (which === 'left' && !running) return undefined
    const state: SyncState = {
      status: 'running',
      runId: running ? before.runId : runId,
      ...(before?.last_sync_time === undefined ? {} : { last_sync_time: before.last_sync_time }),
      progress: { done: 0, total: 0 },
      papers: before?.papers ?? papers,
      lease: heldLease((before?.lease.token ?? 0) + 1, now),
    }
    await stateCollection.in(transaction).put(stateId, state, before)
    if (by) {
      const after = { runId: state.runId }
      await recordChange(transaction, {
        at: now,
        by,
        what: 'sync started',
        subject: 'drive',
        after,
      })
    }
    return state
  })
}

/** Runs `work` in a transaction; throws `LeaseLost` if a later run has started. */
export function underLease<T>(
  store: DocumentStore,
  token: number,
  work: (transaction: StoreOperations, state: StoredState) => Promise<T>,
): Promise<T> {
  return store.transaction(async (transaction) => {
    const state = await readState(transaction)
    mustHold(state?.status === 'running' ? state.lease : undefined, token)
    return work(transaction, state!)
  })
}

/** Updates the state of the run that holds the lease, and renews the lease. */
export function writeState(
  store: DocumentStore,
  token: number,
  now: Date,
  change: Partial<SyncState>,
): Promise<void> {
  return underLease(store, token, (transaction, state) => {
    const lease = heldLease(token, now)
    return writeChange(transaction, state, { ...change, lease })
  })
}

/** Lets another process continue the run at once. */
export function releaseLease(store: DocumentStore, token: number, now: Date): Promise<void> {
  return underLease(store, token, (transaction, state) =>
    writeChange(transaction, state, { lease: releasedLease(token, now) }),
  )
}

/** Ends the run, unless `isDone` finds work left. Returns whether it ended. */
export function endRun(
  store: DocumentStore,
  token: number,
  ending: Partial<SyncState>,
  isDone: (transaction: StoreOperations) => Promise<boolean>,
): Promise<boolean> {
  return underLease(store, token, async (transaction, state) => {
    if (!(await isDone(transaction))) return false
    await writeChange(transaction, state, ending)
    return true
  })
}

/** Clears the paper count once this run's removals have been decided, so that the next run counts again. */
export async function clearPaperCount(
  transaction: StoreOperations,
  state: StoredState,
): Promise<void> {
  const { revision, papers: _, ...rest } = state
  await stateCollection.in(transaction).update(stateId, rest, revision)
}

async function writeChange(
  transaction: StoreOperations,
  { revision, ...state }: StoredState,
  change: Partial<SyncState>,
): Promise<void> {
  await stateCollection.in(transaction).update(stateId, { ...state, ...change }, revision)
}

export async function readCursor(store: StoreOperations): Promise<SyncCursor> {
  return (await cursorCollection.in(store).get(cursorId)) ?? {}
}

export async function writeCursor(transaction: StoreOperations, cursor: SyncCursor): Promise<void> {
  const cursors = cursorCollection.in(transaction)
  await cursors.put(cursorId, cursor, await cursorCollection.raw(transaction).get(cursorId))
}

/** The state in the API's format. */
export function syncStatusOf(state: SyncState | undefined, documents: number): SyncStatus {
  if (!state) return { status: 'idle', documents }
  const { status, runId, last_sync_time, error_message, progress } = state
  return {
    status,
    runId,
    progress,
    documents,
    ...(last_sync_time === undefined ? {} : { last_sync_time }),
    ...(error_message === undefined ? {} : { error_message }),
  }
}

/** The message that a failed run shows. */
export function errorMessage(error: unknown): string {
  if (isDiskFull(error)) {
    return 'The server’s storage is full. Nothing was lost. Free some space and sync again.'
  }
  if (error instanceof Refusal) return error.message
  return 'The sync stopped unexpectedly. Nothing was lost. Please sync again.'
}
