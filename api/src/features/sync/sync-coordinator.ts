import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { Person } from '@portal/contract/portal'
import { keepRenewing, LeaseLost } from '../../platform/background/lease.ts'
import type { Wait } from './back-off.ts'
import { isNothingToRemove, removeMissing } from './removal-steps.ts'
import type { SyncOutcome } from './sync-metrics.ts'
import { type Progress, runSync, type SyncParts } from './sync-run.ts'
import {
  endRun,
  errorMessage,
  releaseLease,
  type SyncState,
  takeLease,
  writeState,
} from './sync-state.ts'

export type SyncCoordinator = {
  /**
   * Begins a run, which continues in the background, or joins the one of this process. Resolves to false if another
   * instance holds the lease, or if no run was `left`.
   */
  begin: (which: 'new' | 'left', by?: Person) => Promise<boolean>
  /** The state of this process's run, which is newer than the stored one; undefined if there is none. */
  state: () => SyncState | undefined
  /** Resolves when no run is in progress in this process. */
  ended: () => Promise<void>
}

type Parts = SyncParts & {
  /** Number of papers before a run. */
  paperCount: () => number
  /** Called whenever a run renews its lease. */
  onRenewal: () => void
  onCompleted: () => void
  /** Stops a run after its current file, and prevents new ones. */
  signal: AbortSignal
}

type Run = { state: SyncState; ended: Promise<void> }

/** Runs one sync at a time on all instances: under a lease, which is renewed during the run, with its end recorded. */
export function createSyncCoordinator(parts: Parts): SyncCoordinator {
  const { store, now, log, signal } = parts
  let current: Run | undefined
  /** A failed run whose end couldn't be stored, because the store is full or unreachable. */
  let unsaved: { state: SyncState; end: () => Promise<void> } | undefined
  let lastDecision: Promise<unknown> = Promise.resolve()
  // A run isn't bound to the request that started it.
  const inBackground = AsyncLocalStorage.snapshot()
  const wait: Wait = (ms) => after(ms, undefined, { signal })

  const beginNow = async (which: 'new' | 'left', by?: Person): Promise<boolean> => {
    if (current) return true
    if (signal.aborted) return false
    await unsaved?.end().catch((cause: unknown) => {
      if (!(cause instanceof LeaseLost)) throw cause
    })
    unsaved = undefined
    const papers = parts.paperCount()
    const state = await takeLease(store, { now: now(), runId: randomUUID(), papers, which, by })
    if (!state) return false
    const run: Run = { state, ended: Promise.resolve() }
    current = run
    run.ended = inBackground(() => work(run)).finally(() => (current = undefined))
    return true
  }

  /** Never rejects: the run's state records how it ended. */
  const work = async (run: Run): Promise<void> => {
    const { token } = run.state.lease
    const lost = new AbortController()
    const save = async (change: Partial<SyncState>) => {
      run.state = { ...run.state, ...change }
      await writeState(store, token, now(), change)
    }
    /** Removals confirmed during the run are made before it ends. */
    const end = async (ending: Partial<SyncState>) => {
      run.state = { ...run.state, ...ending }
      while (!(await endRun(store, token, ending, isNothingToRemove))) {
        await removeMissing(store, token)
      }
    }
    const stopRenewing = keepRenewing(
      () => {
        parts.onRenewal()
        return save({ progress: run.state.progress })
      },
      (error) => lost.abort(error),
    )
    const ended = (outcome: SyncOutcome) => parts.onEnded?.(outcome, run.state.progress.done)
    const onProgress = (progress: Progress) => {
      run.state = { ...run.state, progress: { ...progress } }
    }
    try {
      log.info('sync started', { runId: run.state.runId })
      // Removals don't need the drive, so they come first.
      await removeMissing(store, token)
      const stopped = AbortSignal.any([signal, lost.signal])
      await runSync({ wait, ...parts }, token, onProgress, stopped)
      stopRenewing()
      const last_sync_time = now().toISOString()
      await end({ status: 'completed', last_sync_time, progress: run.state.progress })
      log.info('sync completed', { runId: run.state.runId, ...run.state.progress })
      ended('completed')
      parts.onCompleted()
    } catch (error) {
      stopRenewing()
      if (error instanceof LeaseLost || lost.signal.aborted) {
        log.warn('another instance has taken over the sync', { runId: run.state.runId })
        ended('takenOver')
        return
      }
      if (signal.aborted) {
        await releaseLease(store, token, now()).catch((cause: unknown) => {
          log.warn('the lease of a stopped sync was not released', { cause })
        })
        log.info('sync interrupted', { runId: run.state.runId })
        ended('stopped')
        return
      }
      log.error('sync failed', { runId: run.state.runId, cause: error })
      ended('failed')
      const ending = {
        status: 'failed' as const,
        error_message: errorMessage(error),
        progress: run.state.progress,
      }
      await end(ending).catch(() => (unsaved = { state: run.state, end: () => end(ending) }))
    }
  }

  return {
    /** Serializes decisions, so that two callers in this process can't both start a run. */
    begin(which, by) {
      const decision = lastDecision.then(() => beginNow(which, by))
      lastDecision = decision.catch(() => undefined)
      return decision
    },
    state: () => current?.state ?? unsaved?.state,
    async ended() {
      for (let run = current; run; run = current) await run.ended
    },
  }
}
