import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { Person } from '@portal/contract/portal'
import type { SyncStatus } from '@portal/contract/sync'
import { mustManagePortal } from '../access.ts'
import { documentsCollection, storedDocument } from '../documents/documents-service.ts'
import { hotCollection } from '../store/collection.ts'
import type { Wait } from './back-off.ts'
import type { SyncOutcome } from './sync-metrics.ts'
import { type Progress, runSync, type SyncParts } from './sync-run.ts'
import {
  isAlive,
  LeaseLost,
  leaseTime,
  readState,
  sentenceOf,
  statusOf,
  type SyncState,
  takeLease,
  writeState,
} from './sync-state.ts'
import { createTextFiller } from './text-filler.ts'

export type SyncService = {
  ready: Promise<void>
  /** Starts a run, or joins the one under way anywhere. */
  trigger: (person: Person) => Promise<SyncStatus>
  status: (person: Person) => Promise<SyncStatus>
  /** To be called once at start: takes up a run that a killed process has left, else starts nothing. */
  resume: () => Promise<void>
  /** Starts a run without a person: at first start, or by a schedule. */
  start: () => Promise<SyncStatus>
  /** Resolves when no run of this process is under way; texts may still be made. */
  ended: () => Promise<void>
  /** Resolves when no run of this process is under way and no text is being made. */
  idle: () => Promise<void>
  /** Ends a run after the file it is at, and starts none any more: the next start takes it up. */
  stop: () => Promise<void>
}

/** How often a run in progress writes a sign of life, in ms. */
const heartbeat = leaseTime / 6

/** How long a stop waits for the file that is being fetched, in ms. */
const stopLimit = 5000

export function createSyncService(parts: SyncParts): SyncService {
  const { store, now, log } = parts
  const documents = hotCollection(store, documentsCollection, storedDocument)
  const texts = createTextFiller({ store, blobs: parts.blobs, log, documents: documents.all })
  let current: { state: SyncState; ended: Promise<void> } | undefined
  /** What the store could not be told, because it is full or gone. */
  let untold: SyncState | undefined
  /** One trigger at a time decides, so that two of this process can't both start. */
  let deciding: Promise<unknown> = Promise.resolve()
  const stopping = new AbortController()
  const { signal } = stopping
  const wait: Wait = (ms) => after(ms, undefined, { signal })

  const status = async (): Promise<SyncStatus> => {
    await documents.ready
    const state = current?.state ?? untold ?? (await readState(store))
    return statusOf(state, documents.all().length)
  }

  const begin = async (which: 'new' | 'left', by?: Person): Promise<boolean> => {
    if (current) return true
    if (signal.aborted) return false
    const state = await takeLease(store, now(), randomUUID(), which, by)
    if (!state) return false
    untold = undefined
    const run = { state, ended: Promise.resolve() }
    current = run
    run.ended = work(run).finally(() => (current = undefined))
    return true
  }

  const start = async (by?: Person) => {
    const decision = deciding.then(async () => {
      await begin('new', by)
      return status()
    })
    deciding = decision.catch(() => undefined)
    return decision
  }

  /** Never rejects: how a run ended is in its state. */
  const work = async (run: { state: SyncState }): Promise<void> => {
    const { token } = run.state.lease
    const tell = async (change: Partial<SyncState>) => {
      run.state = { ...run.state, ...change }
      await writeState(store, token, now(), change)
    }
    const beating = setInterval(() => {
      tell({ progress: run.state.progress }).catch(() => undefined)
      // A long run mostly waits for the drive: what has come meanwhile needn't wait with it.
      texts.start()
    }, heartbeat)
    beating.unref()
    const ended = (outcome: SyncOutcome) => parts.onEnded?.(outcome, run.state.progress.done)
    const onProgress = (progress: Progress) => {
      run.state = { ...run.state, progress: { ...progress } }
    }
    try {
      log.info('sync started', { runId: run.state.runId })
      await runSync({ wait, ...parts }, token, onProgress, signal)
      clearInterval(beating)
      const last_sync_time = now().toISOString()
      await tell({ status: 'completed', last_sync_time, progress: run.state.progress })
      log.info('sync completed', { runId: run.state.runId, ...run.state.progress })
      ended('completed')
      texts.start()
    } catch (error) {
      clearInterval(beating)
      if (error instanceof LeaseLost) {
        log.warn('another instance has taken over the sync', { runId: run.state.runId })
        ended('takenOver')
        return
      }
      if (signal.aborted) {
        log.info('sync stopped on the way', { runId: run.state.runId })
        ended('stopped')
        return
      }
      log.error('sync failed', { runId: run.state.runId, cause: error })
      ended('failed')
      const ending = {
        status: 'failed' as const,
        error_message: sentenceOf(error),
        progress: run.state.progress,
      }
      await tell(ending).catch(() => (untold = run.state))
    }
  }

  /** Waits until whoever holds the lease has ended or died. */
  const takeUp = async (): Promise<void> => {
    for (;;) {
      const state = await readState(store)
      if (state?.status !== 'running') return
      if (!isAlive(state, now()) && (await begin('left'))) return
      await after(heartbeat, undefined, { ref: false, signal })
    }
  }

  const ended = async () => {
    for (let run = current; run; run = current) await run.ended
  }

  return {
    ready: documents.ready,
    start: () => start(),
    status: async (person) => {
      mustManagePortal(person)
      return status()
    },
    trigger: async (person) => {
      mustManagePortal(person)
      return start(person)
    },
    async resume() {
      await documents.ready
      texts.start()
      const state = await readState(store)
      if (state?.status !== 'running') return
      if (!isAlive(state, now()) && (await begin('left'))) return
      takeUp().catch((cause: unknown) => {
        if (!signal.aborted) log.warn('a left sync was not taken up', { cause })
      })
    },
    ended,
    async idle() {
      await ended()
      await texts.idle()
    },
    async stop() {
      stopping.abort()
      const patience = new AbortController()
      await Promise.race([
        Promise.all([current?.ended, texts.stop()]),
        after(stopLimit, undefined, { signal: patience.signal }).catch(() => undefined),
      ])
      patience.abort()
    },
  }
}
