import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { Person } from '@portal/contract/portal'
import type { SyncStatus } from '@portal/contract/sync'
import { mustManagePortal } from '../../access.ts'
import {
  type Caller,
  createHeavyWork,
  type HeavyWork,
} from '../../platform/background/heavy-work.ts'
import { createJob, type Job } from '../../platform/background/jobs.ts'
import { isHeld, keepRenewing, LeaseLost, leaseTime } from '../../platform/background/lease.ts'
import {
  createSyncedDocumentsService,
  isUploaded,
  type SyncedDocumentsService,
} from '../documents/documents-feature.ts'
import { countVersions } from '../documents/documents-feature.ts'
import { unmadeVersions } from '../documents/documents-feature.ts'
import type { Wait } from './back-off.ts'
import { confirmHeld } from './confirm-removals.ts'
import { heldRemovalsOf } from './held-removals.ts'
import { type MissingPapers, missingPapersCollection, missingPapersId } from './missing-papers.ts'
import { createPaperCompletion } from './paper-completion.ts'
import { createPictureMaker } from './picture-maker.ts'
import { createUnlockedMaker, createTextMaker } from './paper-maker.ts'
import { isNothingToRemove, removeMissing } from './removal-steps.ts'
import type { SyncOutcome } from './sync-metrics.ts'
import { createPageRenderer } from './first-page.ts'
import { createPdfRenditions } from './pdf-rendition.ts'
import { createPdfTextReader } from './pdf-text.ts'
import { type Progress, runSync, type SyncParts } from './sync-run.ts'
import {
  endRun,
  errorMessage,
  readState,
  releaseLease,
  syncStatusOf,
  type SyncState,
  takeLease,
  writeState,
} from './sync-state.ts'

export type SyncService = {
  ready: Promise<void>
  /** Starts a run, or joins the one in progress on any instance. */
  trigger: (person: Person) => Promise<SyncStatus>
  status: (person: Person) => Promise<SyncStatus>
  /** Removes the held papers if their list still has this revision. */
  confirmRemovals: (person: Person, revision: number | 'new') => Promise<SyncStatus>
  /** Number of papers that wait for an admin, for the operator's metrics. */
  heldCount: () => number
  /** Call once at start: resumes an interrupted run, and removals that were confirmed. */
  resume: () => Promise<void>
  /** Makes what papers still lack, such as their text, in the background. */
  completePapers: () => void
  /** Starts a run without a person: at first start, or on a schedule. */
  start: () => Promise<SyncStatus>
  /** Continues a run that another process has left. */
  job: Job
  /** Resolves when no run is in progress in this process; papers may still be completed. */
  ended: () => Promise<void>
  /** Resolves when no run is in progress in this process and no paper is being completed. */
  idle: () => Promise<void>
  /** Stops a run after its current file and prevents new ones; the next start resumes it. */
  stop: () => Promise<void>
}

type Run = { state: SyncState; ended: Promise<void> }

/** The interval for finding an interrupted run, in ms. */
const jobInterval = 60_000

/** The interval for checking another process's run, in ms. */
const lookInterval = leaseTime / 6
const shortestPause = 100

/** How long `stop` waits for the current download, in ms. */
const stopLimit = 5000

/** How long a confirmation waits for its papers to be removed, in ms. */
const removalTimeout = 1000
const removalPoll = 20

/** `documents`: those of the portal that other features share; otherwise the service reads its own. */
export function createSyncService(
  parts: Omit<SyncParts, 'heavyWork'> & {
    documents?: SyncedDocumentsService
    heavyWork?: Pick<HeavyWork, 'run'>
  },
): SyncService {
  const { store, now, log, documents = createSyncedDocumentsService({ store, log }) } = parts
  const { blobs, heavyWork = createHeavyWork() } = parts
  const caller: Caller = { by: 'paper details' }
  const completion = createPaperCompletion({
    store,
    blobs,
    log,
    documents: documents.all,
    versions: () => unmadeVersions(store),
    makers: [
      createTextMaker(blobs, createPdfTextReader(heavyWork, caller)),
      createPictureMaker(blobs, documents.all, createPageRenderer(heavyWork, caller)),
      createUnlockedMaker(blobs, createPdfRenditions(heavyWork, caller)),
    ],
  })
  const missing = missingPapersCollection.hot(store)
  const ready = Promise.all([documents.ready, missing.ready, parts.mappings.ready]).then(
    () => undefined,
  )
  ready.catch(() => undefined)
  let current: Run | undefined
  /** A failed run whose end couldn't be stored, because the store is full or unreachable. */
  let unsaved: { state: SyncState; end: () => Promise<void> } | undefined
  let lastDecision: Promise<unknown> = Promise.resolve()
  let counting: Promise<unknown> = Promise.resolve()
  // Background work isn't bound to the request that started it.
  const inBackground = AsyncLocalStorage.snapshot()
  const stopping = new AbortController()
  const { signal } = stopping
  const wait: Wait = (ms) => after(ms, undefined, { signal })

  /** Runs in the background; if it is stopped or fails, the rest is counted at the next start. */
  const countAll = () => {
    counting = counting
      .then(() => inBackground(() => countVersions(store, documents, signal)))
      .catch((cause: unknown) => log.warn('papers wait to be counted as versions', { cause }))
  }

  const heldOf = (list: MissingPapers) =>
    heldRemovalsOf(list, { document: documents.get, slots: parts.mappings.slotsByDocument() })
  const listNow = () => missing.get(missingPapersId)
  const syncedCount = () => documents.all().filter((document) => !isUploaded(document)).length

  const status = async (): Promise<SyncStatus> => {
    await ready
    return statusAfter(current || unsaved ? undefined : await readState(store))
  }
  /** Prefers the state of this process's run, which is newer than the stored one. */
  const statusAfter = (stored: SyncState | undefined): SyncStatus => {
    const state = current?.state ?? unsaved?.state ?? stored
    const list = listNow()
    const held = list && heldOf(list)
    const removing = list?.removing.length ?? 0
    return {
      ...syncStatusOf(state, syncedCount()),
      ...(held && { held }),
      ...(removing > 0 && { removing }),
    }
  }

  const beginNow = async (which: 'new' | 'left', by?: Person): Promise<boolean> => {
    if (current) return true
    if (signal.aborted) return false
    await unsaved?.end().catch((cause: unknown) => {
      if (!(cause instanceof LeaseLost)) throw cause
    })
    unsaved = undefined
    const papers = syncedCount()
    const state = await takeLease(store, { now: now(), runId: randomUUID(), papers, which, by })
    if (!state) return false
    const run: Run = { state, ended: Promise.resolve() }
    current = run
    run.ended = inBackground(() => work(run)).finally(() => (current = undefined))
    return true
  }

  /** Serializes decisions, so that two callers in this process can't both start a run. */
  const begin = (which: 'new' | 'left', by?: Person): Promise<boolean> => {
    const decision = lastDecision.then(() => beginNow(which, by))
    lastDecision = decision.catch(() => undefined)
    return decision
  }

  const start = async (by?: Person) => {
    if (!(await begin('new', by))) followOther()
    return status()
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
        // A long run mostly waits for the drive, so papers that have arrived are completed meanwhile.
        completion.start()
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
      await runSync({ wait, ...parts, heavyWork }, token, onProgress, stopped)
      stopRenewing()
      const last_sync_time = now().toISOString()
      await end({ status: 'completed', last_sync_time, progress: run.state.progress })
      log.info('sync completed', { runId: run.state.runId, ...run.state.progress })
      ended('completed')
      countAll()
      completion.start()
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

  /** Waits until another process's run has ended, or resumes it once its lease has. */
  const resumeAbandoned = async (): Promise<void> => {
    for (;;) {
      const state = await readState(store)
      if (state?.status !== 'running') return
      if (!isHeld(store, state.lease, now()) && (await begin('left'))) return
      const left = Date.parse(state.lease.expiresAt) - now().getTime()
      const pause = Math.min(lookInterval, Math.max(left, shortestPause))
      await after(pause, undefined, { ref: false, signal })
    }
  }

  let following: Promise<void> | undefined
  const followOther = () => {
    following ??= inBackground(resumeAbandoned)
      .catch((cause: unknown) => {
        if (!signal.aborted) log.warn('an interrupted sync was not resumed', { cause })
      })
      .finally(() => (following = undefined))
  }

  const confirmRemovals = async (person: Person, revision: number | 'new'): Promise<SyncStatus> => {
    const nameOf = (id: string) => documents.get(id)?.name
    const state = await confirmHeld({ store, at: now(), by: person, revision, heldOf, nameOf })
    inBackground(makeConfirmedRemovals).catch((cause: unknown) => {
      if (!signal.aborted) log.warn('confirmed removals are still pending', { cause })
    })
    const isRemoving = () => (listNow()?.removing.length ?? 0) > 0
    for (let waited = 0; isRemoving() && waited < removalTimeout; waited += removalPoll) {
      await after(removalPoll)
    }
    return statusAfter(state)
  }

  /** Makes the confirmed removals: with a new run, or with the one in progress on any instance. */
  const makeConfirmedRemovals = async (): Promise<void> => {
    // A run may have checked for removals just before it ended, so this checks again after it.
    for (let turn = 0; turn < 3; turn += 1) {
      if (await isNothingToRemove(store)) return
      if (!(await begin('new'))) await resumeAbandoned()
      await current?.ended
    }
  }

  const job = createJob(
    {
      name: 'sync',
      does: 'continues a sync that another instance has left',
      every: jobInterval,
      first: jobInterval,
      failure: 'an interrupted sync was not resumed',
      async run() {
        const state = await readState(store)
        if (current || state?.status !== 'running') return undefined
        return (await begin('left')) ? undefined : 'held'
      },
      async lease() {
        const state = await readState(store)
        return state?.status === 'running' ? state.lease : undefined
      },
    },
    { now, log },
  )

  const ended = async () => {
    for (let run = current; run; run = current) await run.ended
  }

  return {
    ready,
    job,
    start: () => start(),
    completePapers: completion.start,
    status: async (person) => {
      mustManagePortal(person)
      return status()
    },
    trigger: async (person) => {
      mustManagePortal(person)
      return start(person)
    },
    async confirmRemovals(person, revision) {
      mustManagePortal(person)
      await ready
      return confirmRemovals(person, revision)
    },
    heldCount() {
      const list = listNow()
      return (list && heldOf(list)?.total) ?? 0
    },
    async resume() {
      await ready
      countAll()
      completion.start()
      const state = await readState(store)
      if (state?.status !== 'running') {
        if (!(await isNothingToRemove(store))) await begin('new')
        return
      }
      if (!isHeld(store, state.lease, now()) && (await begin('left'))) return
      followOther()
    },
    ended,
    async idle() {
      await ended()
      await counting
      await completion.idle()
    },
    async stop() {
      stopping.abort()
      const stopTimer = new AbortController()
      await Promise.race([
        Promise.all([current?.ended, counting, completion.stop()]),
        after(stopLimit, undefined, { signal: stopTimer.signal }).catch(() => undefined),
      ])
      stopTimer.abort()
    },
  }
}
