import { createJob, type Job } from '../../platform/background/jobs.ts'
import { settledTime } from '../../platform/background/settled-time.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { deleteOldClaims } from '../documents/documents-feature.ts'
import type { Log } from '../../platform/log.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { partOfKey, partsPrefix, uploadsCollection, uploadTime } from './stored-upload.ts'

/** In ms. */
const interval = 6 * 3_600_000

export type UploadExpiry = {
  /** Deletes uploads some days after they began, and the parts that belong to none. */
  collect: (signal?: AbortSignal) => Promise<{ uploads: number; parts: number }>
  job: Job
}

type Parts = { store: DocumentStore; blobs: BlobStore; now: () => Date; log: Log }

export function createUploadExpiry({ store, blobs, now, log }: Parts): UploadExpiry {
  /** Those that can still be continued. */
  const deleteExpired = async (at: Date) => {
    const { documents } = await uploadsCollection.in(store).list()
    const isExpired = ({ begunAt }: { begunAt: string }) =>
      at.getTime() - Date.parse(begunAt) > uploadTime
    const expired = documents.filter(isExpired)
    for (const { id } of expired) await uploadsCollection.in(store).delete(id)
    const open = documents
      .filter((document) => !isExpired(document) && !document.result)
      .map(({ id }) => id)
    return { expired: expired.length, open: new Set(open) }
  }

  const collect = async (signal?: AbortSignal) => {
    // Listed first: an upload that begins meanwhile has no parts among these.
    const keys: string[] = []
    for await (const key of blobs.keys(partsPrefix())) keys.push(key)
    const at = await settledTime({ store, now, log })
    const { expired, open } = await deleteExpired(at)
    const left = keys.filter((key) => !open.has(partOfKey(key).id))
    for (const key of left) {
      signal?.throwIfAborted()
      await blobs.delete(key)
    }
    await deleteOldClaims(store, at)
    if (expired + left.length > 0) {
      log.info('old uploads deleted', { uploads: expired, parts: left.length })
    }
    return { uploads: expired, parts: left.length }
  }

  const job = createJob(
    {
      name: 'uploads',
      does: 'deletes uploads that were not completed, and the parts that belong to none',
      every: interval,
      failure: 'old uploads were not deleted',
      run: collect,
    },
    { now, log },
  )

  return { collect, job }
}
