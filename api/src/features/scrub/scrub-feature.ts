import { setTimeout as after } from 'node:timers/promises'
import { getDatabaseDamage } from '@portal/contract/database'
import * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import { createJob, type Job } from '../../platform/background/jobs.ts'
import {
  heldLease,
  isHeld,
  keepRenewing,
  LeaseLost,
  mustHold,
  releasedLease,
  laterToken,
  leaseOf,
} from '../../platform/background/lease.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { checkFile, type ScrubbedFile, type ScrubSource } from '../../platform/store/check-file.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { createDatabaseCheck } from './database-check.ts'
import { defineCollection } from '../../platform/store/collection.ts'

export const scrubStateId = 'state'

/** The current pass, or the last one. Every instance sees it; the one that holds the lease works on it. */
const scrubState = z.object({
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
type ScrubState = z.infer<typeof scrubState>
export const scrubCollection = defineCollection('scrub', scrubState)

/** Runs some minutes after the start and then every hour. */
type Scrub = Job & {
  jobs: readonly Job[]
  /** Since when the database is known to be damaged. */
  damagedSince: () => Date | undefined
  routes: (serve: Serve) => void
  /**
   * Begins a pass if one is due, or resumes one that was interrupted; resolves when it has ended, or to `held` if
   * another instance is making it.
   */
  run: () => Promise<'held' | undefined>
}

/** How long to wait after a start, and how often to check then whether a pass is due, in ms. */
const quietTime = 300_000
const lookInterval = 3_600_000

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  sources: ScrubSource[]
  /** From the start of one pass to the start of the next, in ms; 0 for none. */
  interval: number
  /** How much is read per second, at most. */
  bytesPerSecond: number
  /** Called after a pass that found damaged files. */
  repair: () => Promise<unknown>
  metrics: Metrics
  now: () => Date
  log: Log
}

/**
 * Verifies every stored file against its hash, and the database, in the background. The position is stored, so any instance can
 * continue a pass that a dead process has left.
 */
export function createScrub(parts: Parts): Scrub {
  const { store, blobs, sources, interval, bytesPerSecond, repair, metrics, now, log } = parts
  let harmed = 0
  metrics.gauge(
    'portal_scrub_harmed_files',
    'Files that were missing or altered in the last pass over the stored files.',
    () => harmed,
  )

  /** Takes the lease of a pass that is due or was interrupted; undefined if there is none. */
  const take = () =>
    store.transaction(async (transaction): Promise<ScrubState | 'held' | undefined> => {
      const stored = await scrubCollection.in(transaction).get(scrubStateId)
      const isLeft = stored !== undefined && stored.completedAt === undefined
      if (isLeft && isHeld(store, stored.lease, now())) return 'held'
      if (!isLeft && stored && Date.parse(stored.startedAt) + interval > now().getTime()) {
        return undefined
      }
      const lease = heldLease((stored?.lease.token ?? 0) + 1, now())
      const begun = { startedAt: now().toISOString(), position: '', checked: 0, harmed: 0 }
      const state = { ...(isLeft ? z.parse(scrubState, bodyOf(stored)) : begun), lease }
      await scrubCollection.in(transaction).put(scrubStateId, state, stored)
      return state
    })

  const allFiles = async () => (await Promise.all(sources.map((source) => source()))).flat()

  /** Whether it is damaged. */
  const verify = async (file: ScrubbedFile, signal: AbortSignal): Promise<boolean> => {
    const pace = async (bytes: number) => {
      await after((bytes / bytesPerSecond) * 1000, undefined, { signal })
    }
    const state = await checkFile(blobs, file, pace)
    if (typeof state !== 'string') {
      await file.onIntact?.(state.actual)
      return false
    }
    // It may have been replaced or deleted since the list was made.
    const isStillStored = (await allFiles()).some(({ key }) => key === file.key)
    if (!isStillStored) return false
    log.error('a stored file is damaged', { key: file.key, state })
    await file.onHarm()
    return true
  }

  const pass = async (taken: ScrubState, stopped: AbortSignal) => {
    let state = taken
    const { token } = taken.lease
    const lost = new AbortController()
    const signal = AbortSignal.any([stopped, lost.signal])
    const save = (leaseAt: typeof heldLease<number>) =>
      store.transaction(async (transaction) => {
        const stored = await scrubCollection.in(transaction).get(scrubStateId)
        mustHold(stored?.lease, token)
        const lease = leaseAt(token, now())
        await scrubCollection
          .in(transaction)
          .update(scrubStateId, { ...state, lease }, stored!.revision)
      })
    const stopRenewing = keepRenewing(
      () => save(heldLease),
      (error) => lost.abort(error),
    )
    try {
      const left = (await allFiles()).filter(({ key }) => key > state.position)
      for (const file of left.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
        signal.throwIfAborted()
        const isHarmed = await verify(file, signal)
        const counts = { checked: state.checked + 1, harmed: state.harmed + Number(isHarmed) }
        state = { ...state, ...counts, position: file.key }
        if (isHarmed) await save(heldLease)
      }
      state = { ...state, completedAt: now().toISOString() }
    } finally {
      stopRenewing()
      await save(releasedLease)
    }
    harmed = state.harmed
    log.info('stored files verified', { files: state.checked, harmed: state.harmed })
    if (state.harmed > 0) await repair()
  }

  const run = async (signal: AbortSignal): Promise<'held' | undefined> => {
    if (interval === 0) return undefined
    try {
      const taken = await take()
      if (taken === undefined || taken === 'held') return taken
      await pass(taken, signal)
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
      return 'held'
    }
    return undefined
  }

  const job = createJob(
    {
      name: 'scrub',
      does: 'verifies the stored files',
      every: lookInterval,
      first: quietTime,
      failure: 'the stored files were not verified',
      run,
      lease: async () => (await scrubCollection.in(store).get(scrubStateId))?.lease,
    },
    { now, log },
  )
  const database = createDatabaseCheck({ store, metrics, now, log })
  return {
    ...job,
    jobs: [job, ...database.jobs],
    damagedSince: database.damagedSince,
    routes(serve) {
      serve(getDatabaseDamage, async ({ person }) => {
        mustManagePortal(person)
        const since = database.damagedSince()?.toISOString()
        return { ...(since && { since }), missing: store.damage?.missing() ?? [] }
      })
    },
    run: () => run(new AbortController().signal),
  }
}
