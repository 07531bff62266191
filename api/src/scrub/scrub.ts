import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { BlobStore } from '../documents/blob-store.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { Refusal } from '../refusal.ts'
import { checkFile } from '../store/check-file.ts'
import { collection } from '../store/collection.ts'
import type { DocumentStore } from '../store/document-store.ts'
import type { ScrubbedFile, ScrubSource } from '../store/scrubbed-file.ts'
import * as z from 'zod/mini'
import { scrubCollection, type ScrubState, scrubState, scrubStateId } from './scrub-state.ts'

export type Scrub = {
  /** Begins a pass if one is due, or resumes one that was interrupted; resolves when it has ended. */
  run: () => Promise<void>
  /** Runs some minutes later and then every hour; returns a function that stops it after the current file. */
  start: () => () => Promise<void>
}

/** How long to wait after a start, and how often to check then whether a pass is due, in ms. */
const quietTime = 300_000
const lookInterval = 3_600_000
/** How long a lease lasts without being renewed, and how often it is renewed, in ms. */
const leaseTime = 120_000
const renewInterval = leaseTime / 6

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
 * Verifies every stored file against its hash, in the background. The position is stored, so any instance can
 * continue a pass that a dead process has left.
 */
export function createScrub(parts: Parts): Scrub {
  const { store, blobs, sources, interval, bytesPerSecond, repair, metrics, now, log } = parts
  const states = collection(store, scrubCollection, scrubState)
  const holder = randomUUID()
  const stopping = new AbortController()
  const { signal } = stopping
  let harmed = 0
  metrics.gauge(
    'portal_scrub_harmed_files',
    'Files that were missing or altered in the last pass over the stored files.',
    () => harmed,
  )

  const lease = () => ({
    holder,
    expiresAt: new Date(now().getTime() + leaseTime).toISOString(),
  })

  /** Takes the lease of a pass that is due or was interrupted; undefined if there is none, or another holds it. */
  const take = async () => {
    const found = await states.get(scrubStateId)
    const at = now().getTime()
    if (found && !found.completedAt) {
      const isHeld = found.lease.holder !== holder && Date.parse(found.lease.expiresAt) > at
      return isHeld
        ? undefined
        : states.update(
            scrubStateId,
            { ...z.parse(scrubState, found), lease: lease() },
            found.revision,
          )
    }
    if (found && Date.parse(found.startedAt) + interval > at) return undefined
    const startedAt = now().toISOString()
    const begun = { startedAt, position: '', checked: 0, harmed: 0, lease: lease() }
    return found
      ? states.update(scrubStateId, begun, found.revision)
      : states.create(scrubStateId, begun)
  }

  const pace = async (bytes: number) => {
    await after((bytes / bytesPerSecond) * 1000, undefined, { signal })
  }

  const allFiles = async () => (await Promise.all(sources.map((source) => source()))).flat()

  /** Whether it is damaged. */
  const verify = async (file: ScrubbedFile): Promise<boolean> => {
    const state = await checkFile(blobs, file, pace)
    if (typeof state !== 'string') {
      await file.onIntact?.(state.found)
      return false
    }
    // It may have been replaced or deleted since the list was made.
    const isStillStored = (await allFiles()).some(({ key }) => key === file.key)
    if (!isStillStored) return false
    log.error('a stored file is damaged', { key: file.key, state })
    await file.onHarm()
    return true
  }

  const pass = async () => {
    let held = await take()
    if (!held) return
    let state: ScrubState = z.parse(scrubState, held)
    let renewedAt = now().getTime()
    // Fails if another instance has taken the lease: its revision is newer.
    const save = async () => {
      held = await states.update(scrubStateId, { ...state, lease: lease() }, held!.revision)
      renewedAt = now().getTime()
    }
    const left = (await allFiles()).filter(({ key }) => key > state.position)
    for (const file of left.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
      if (signal.aborted) break
      // oxlint-disable-next-line no-await-in-loop -- one file at a time is the pace
      const isHarmed = await verify(file)
      const { checked, harmed: before } = state
      state = {
        ...state,
        position: file.key,
        checked: checked + 1,
        harmed: before + Number(isHarmed),
      }
      // oxlint-disable-next-line no-await-in-loop -- the lease must not expire meanwhile
      if (isHarmed || now().getTime() - renewedAt > renewInterval) await save()
    }
    if (!signal.aborted) state = { ...state, completedAt: now().toISOString() }
    await save()
    if (signal.aborted) return
    harmed = state.harmed
    log.info('stored files verified', { files: state.checked, harmed: state.harmed })
    if (state.harmed > 0) await repair()
  }

  const run = async () => {
    if (interval === 0) return
    try {
      await pass()
    } catch (cause) {
      if (signal.aborted) return
      // Another instance has taken over, or the storage can't be reached: the next check continues.
      if (cause instanceof Refusal) log.warn('the stored files were not verified', { cause })
      else log.error('defect', { cause })
    }
  }

  return {
    run,
    start() {
      let running = Promise.resolve()
      const look = () => {
        running = running.then(run)
        timer = setTimeout(look, lookInterval).unref()
      }
      let timer = setTimeout(look, quietTime).unref()
      return async () => {
        clearTimeout(timer)
        stopping.abort()
        await running
      }
    },
  }
}
