import { createJob, type Job } from '../../../platform/background/jobs.ts'
import { settledTime } from '../../../platform/background/settled-time.ts'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import type { Log } from '../../../platform/log.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import { forgetErrorsOf } from '../health/error-records.ts'
import { forgetOldHealth } from '../health/health-records.ts'
import {
  forgetOldPreviews,
  forgetPreviewsOf,
  hasRunningPreview,
} from '../previews/preview-records.ts'
import { filesOf, mapsOf } from '../composition/release-files.ts'
import { markLeft } from './release-leaving.ts'
import {
  offeredBy,
  pointersCollection,
  releasesCollection,
  type StoredPointer,
  releaseKey,
} from '../release-records.ts'
import { trialNoticesCollection, trialsCollection } from '../gate/trial-records.ts'

const day = 86_400_000

/**
 * How long a release is served after nobody is offered it any more: a tab may be open for weeks. In
 * ms.
 */
const keptFor = 90 * day

/** How long a file waits for the release it was uploaded for, in ms. */
const waitsFor = day

/** The interval of the clean-up, in ms. */
const interval = 6 * 3_600_000

export type ReleaseRetention = {
  /**
   * Deletes releases that left their pointer long enough ago, then the files that no release names.
   */
  collect: (signal?: AbortSignal) => Promise<{ releases: string[]; files: number }>
  job: Job
}

type Parts = { store: DocumentStore; blobs: BlobStore; now: () => Date; log: Log }

export function createReleaseRetention({ store, blobs, now, log }: Parts): ReleaseRetention {
  const all = async () => (await releasesCollection.in(store).list()).documents

  /** Decided by the stored state at this moment: a release that is promoted just now stays. */
  const isExpired = (key: string, remote: string, release: string, at: Date) =>
    store.transaction(async (transaction) => {
      const releases = releasesCollection.in(transaction)
      const stored = await releases.get(key)
      if (!stored) return false
      if (await isOffered(transaction, remote, release)) {
        await markLeft(transaction, key, undefined)
        return false
      }
      // Never promoted, or from before times were recorded: its time starts now, so that none is
      // deleted early.
      if (stored.leftAt === undefined) {
        await markLeft(transaction, key, now())
        return false
      }
      if (at.getTime() - Date.parse(stored.leftAt) < keptFor) return false
      if (await hasRunningPreview(transaction, { remote, release, now: now() })) return false
      await releases.delete(key, stored.revision)
      await withdrawApprovals(transaction, remote, release)
      await forgetTrials(transaction, remote, release)
      await forgetPreviewsOf(transaction, remote, release)
      await forgetErrorsOf(transaction, remote, release)
      return true
    })

  const named = async () =>
    new Set(
      (await all()).flatMap((each) => [...filesOf(each), ...mapsOf(each)].map(({ key }) => key)),
    )

  const collectFiles = async (at: Date, signal?: AbortSignal): Promise<number> => {
    const kept = await named()
    const loose: string[] = []
    for (const prefix of ['remotes/', 'release-files/']) {
      for await (const key of blobs.keys(prefix)) {
        signal?.throwIfAborted()
        if (kept.has(key)) continue
        const info = await blobs.info(key)
        if (info && at.getTime() - Date.parse(info.storedAt) > waitsFor) loose.push(key)
      }
    }
    if (loose.length === 0) return 0
    // A release registered meanwhile has uploaded its files again, or names them now.
    const keptNow = await named()
    const going = loose.filter((key) => !keptNow.has(key))
    for (const key of going) {
      signal?.throwIfAborted()
      await blobs.delete(key)
    }
    return going.length
  }

  const collect = async (signal?: AbortSignal) => {
    const at = await settledTime({ store, now, log })
    const gone: string[] = []
    for (const { id, manifest } of await all()) {
      signal?.throwIfAborted()
      if (await isExpired(id, manifest.name, manifest.release, at)) gone.push(id)
    }
    const files = await collectFiles(at, signal)
    if (gone.length + files > 0) log.info('old releases collected', { releases: gone, files })
    await forgetOldHealth(store, at)
    await forgetOldPreviews(store, at)
    return { releases: gone, files }
  }

  const job = createJob(
    {
      name: 'release-retention',
      does: 'deletes releases that nobody has been offered for 90 days, and files of no release',
      every: interval,
      first: interval,
      failure: 'old releases were not collected',
      run: collect,
    },
    { now, log },
  )

  return { collect, job }
}

/** An approval names a release: a later release under a deleted one's name isn't approved. */
async function withdrawApprovals(
  transaction: StoreOperations,
  remote: string,
  release: string,
): Promise<void> {
  const pointers = pointersCollection.in(transaction)
  const stored = await pointers.get(remote)
  const approvals = stored?.approvals?.filter((approval) => approval.release !== release)
  if (!stored || approvals?.length === stored.approvals?.length) return
  const pointer = bodyOf(stored) as StoredPointer
  await pointers.update(remote, { ...pointer, approvals }, stored.revision)
}

async function isOffered(
  transaction: StoreOperations,
  remote: string,
  release: string,
): Promise<boolean> {
  const pointer = await pointersCollection.in(transaction).get(remote)
  return pointer !== undefined && offeredBy(pointer).includes(release)
}

/** Deletes the trials and notices of a release that no longer exists. */
async function forgetTrials(
  transaction: StoreOperations,
  remote: string,
  release: string,
): Promise<void> {
  const trials = trialsCollection.in(transaction)
  const { documents } = await trials.list({ where: { release } })
  const theirs = documents.filter((trial) => trial.remote === remote)
  const notices = trialNoticesCollection.in(transaction)
  for (const { id } of theirs) await trials.delete(id)
  await notices.delete(releaseKey(remote, release))
}
