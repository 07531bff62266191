import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as after } from 'node:timers/promises'
import type { Person } from '@portal/contract/portal'
import type { SyncStatus } from '@portal/contract/sync'
import { mustManagePortal } from '../../access.ts'
import {
  type Caller,
  createHeavyWork,
  type HeavyWork,
} from '../../platform/background/heavy-work.ts'
import type { Turns } from '../../platform/background/turns.ts'
import { createArrivalTurns } from './arrived-paper.ts'
import { createJob, type Job } from '../../platform/background/jobs.ts'
import { leaseTime } from '../../platform/background/lease.ts'
import {
  countVersions,
  createSyncedDocumentsService,
  isUploaded,
  type SyncedDocumentsService,
  unmadeVersions,
  createOutdatedTextsService,
} from '../documents/documents-feature.ts'
import { deleteLeftFolders } from '../../platform/files/work-folder.ts'
import { confirmHeld } from './confirm-removals.ts'
import { heldRemovalsOf } from './held-removals.ts'
import { type MissingPapers, missingPapersCollection, missingPapersId } from './missing-papers.ts'
import { createPaperCompletion } from './paper-completion.ts'
import { createPictureMaker } from './picture-maker.ts'
import { createUnlockedMaker, createTextMaker } from './paper-maker.ts'
import { isNothingToRemove } from './removal-steps.ts'
import { createPageRenderer } from './first-page.ts'
import { createPdfRenditions } from './pdf-rendition.ts'
import { createPdfTextReader } from './pdf-text.ts'
import { createSyncCoordinator } from './sync-coordinator.ts'
import type { SyncParts } from './sync-run.ts'
import { readState, syncStatusOf, type SyncState } from './sync-state.ts'

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
  /** Continues a run that another process has left, and makes removals that were confirmed. */
  job: Job
  /** Resolves when no run is in progress in this process; papers may still be completed. */
  ended: () => Promise<void>
  /** Resolves when no run is in progress in this process and no paper is being completed. */
  idle: () => Promise<void>
  /** Stops a run after its current file and prevents new ones; the next start resumes it. */
  stop: () => Promise<void>
}

/** The interval of the job, in ms, and while another instance runs a sync. */
const jobInterval = 60_000
const lookWhileHeld = leaseTime / 6

/** How long `stop` waits for the current download, in ms. */
const stopLimit = 5000

/** How long a confirmation waits for its papers to be removed, in ms. */
const removalTimeout = 1000
const removalPoll = 20

/** `documents`: those of the portal that other features share; otherwise the service reads its own. */
export function createSyncService(
  parts: Omit<SyncParts, 'heavyWork' | 'arrivalTurns'> & {
    documents?: SyncedDocumentsService
    heavyWork?: Pick<HeavyWork, 'run'>
    arrivalTurns?: Turns
    /** Whether a paper belongs to a closed item; none by default. */
    isRestricted?: (paper: string) => boolean
  },
): SyncService {
  const { store, now, log, documents = createSyncedDocumentsService({ store, log }) } = parts
  const { isRestricted = () => false } = parts
  const { blobs, heavyWork = createHeavyWork(), arrivalTurns = createArrivalTurns() } = parts
  const caller: Caller = { by: 'paper details' }
  const outdatedTexts = createOutdatedTextsService({ store, blobs, documents })
  let areVersionsRecorded = false
  const completion = createPaperCompletion({
    store,
    blobs,
    log,
    arrivalTurns,
    documents: documents.all,
    isRequested: documents.isRequested,
    async versions() {
      await documents.ready
      // Once for each process: later ones are recorded when they become earlier versions.
      if (!areVersionsRecorded) await outdatedTexts.recordVersions()
      areVersionsRecorded = true
      return unmadeVersions(store)
    },
    makers: [
      createTextMaker({
        blobs,
        reader: createPdfTextReader(heavyWork, caller),
        documents: documents.all,
        forget: outdatedTexts.forget,
      }),
      createPictureMaker(blobs, documents.all, createPageRenderer(heavyWork, caller)),
      createUnlockedMaker(blobs, createPdfRenditions(heavyWork, caller)),
    ],
  })
  const missing = missingPapersCollection.hot(store)
  const ready = Promise.all([documents.ready, missing.ready, parts.mappings.ready]).then(
    () => undefined,
  )
  ready.catch(() => undefined)
  let counting: Promise<unknown> = Promise.resolve()
  // Background work isn't bound to the request that started it.
  const inBackground = AsyncLocalStorage.snapshot()
  const stopping = new AbortController()
  const { signal } = stopping

  /** Runs in the background; if it is stopped or fails, the rest is counted at the next start. */
  const countAll = () => {
    counting = counting
      .then(() => inBackground(() => countVersions(store, documents, signal)))
      .catch((cause: unknown) => log.warn('papers wait to be counted as versions', { cause }))
  }

  /** Every admin reads the list of missing papers, and the audit: neither names a paper of a closed item. */
  const namedDocument = (id: string) => {
    const document = documents.get(id)
    if (!document || !isRestricted(id)) return document
    return { ...document, name: 'A paper of a closed session', path: '' }
  }
  const heldOf = (list: MissingPapers) => {
    const slots = new Map([...parts.mappings.slotsByDocument()].filter(([id]) => !isRestricted(id)))
    return heldRemovalsOf(list, { document: namedDocument, slots })
  }
  const listNow = () => missing.get(missingPapersId)
  const syncedCount = () => documents.all().filter((document) => !isUploaded(document)).length

  const status = async (): Promise<SyncStatus> => {
    await ready
    return statusAfter(coordinator.state() ? undefined : await readState(store))
  }
  /** Prefers the state of this process's run, which is newer than the stored one. */
  const statusAfter = (stored: SyncState | undefined): SyncStatus => {
    const state = coordinator.state() ?? stored
    const list = listNow()
    const held = list && heldOf(list)
    const removing = list?.removing.length ?? 0
    return {
      ...syncStatusOf(state, syncedCount()),
      ...(held && { held }),
      ...(removing > 0 && { removing }),
    }
  }

  const coordinator = createSyncCoordinator({
    ...parts,
    heavyWork,
    arrivalTurns,
    paperCount: syncedCount,
    // A long run mostly waits for the drive, so papers that have arrived are completed meanwhile.
    onRenewal: completion.start,
    onCompleted() {
      countAll()
      completion.start()
    },
    signal,
  })

  /** Continues a run that was left, or makes removals that were confirmed, unless an instance is doing so. */
  const continueLeft = async (): Promise<'held' | undefined> => {
    const isLeft = (await readState(store))?.status === 'running'
    if (!isLeft && (await isNothingToRemove(store))) return undefined
    return (await coordinator.begin(isLeft ? 'left' : 'new')) ? undefined : 'held'
  }

  const job = createJob(
    {
      name: 'sync',
      does: 'continues a sync that another instance has left, and makes removals that were confirmed',
      every: jobInterval,
      // `resume` looks at the start.
      first: lookWhileHeld,
      lookWhileHeld,
      failure: 'an interrupted sync was not resumed',
      run: continueLeft,
      async lease() {
        const state = await readState(store)
        return state?.status === 'running' ? state.lease : undefined
      },
    },
    { now, log },
  )

  const start = async (by?: Person) => {
    if (!(await coordinator.begin('new', by))) void job.runNow()
    return status()
  }

  const confirmRemovals = async (person: Person, revision: number | 'new'): Promise<SyncStatus> => {
    const nameOf = (id: string) => namedDocument(id)?.name
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

  /** Makes the confirmed removals with a new run, or with the one in progress on any instance. */
  const makeConfirmedRemovals = async (): Promise<void> => {
    await continueLeft()
    await coordinator.ended()
    // That run may have checked for removals just before they were confirmed.
    if ((await continueLeft()) === 'held') void job.runNow()
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
      // A process that was killed while it held papers may have left hundreds of megabytes.
      await deleteLeftFolders().catch((cause: unknown) => {
        log.warn('temporary files of a killed process were not deleted', { cause })
      })
      await ready
      countAll()
      completion.start()
      await continueLeft()
    },
    ended: coordinator.ended,
    async idle() {
      await coordinator.ended()
      await counting
      await completion.idle()
    },
    async stop() {
      stopping.abort()
      const stopTimer = new AbortController()
      await Promise.race([
        Promise.all([coordinator.ended(), counting, completion.stop()]),
        after(stopLimit, undefined, { signal: stopTimer.signal }).catch(() => undefined),
      ])
      stopTimer.abort()
    },
  }
}
