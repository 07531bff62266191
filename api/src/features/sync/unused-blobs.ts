import type { BlobStore } from '../../platform/files/blob-store.ts'
import { changesPrefix, originalsOfChanges } from '../documents/documents-feature.ts'

/** Deletes blobs that no document and no version refers to, and differences from or to one of these, unless `mayGo` keeps one. */
export async function collectUnusedBlobs(
  blobs: BlobStore,
  used: ReadonlySet<string>,
  mayGo: (sha256: string) => Promise<boolean>,
): Promise<number> {
  let collected = 0
  for (const prefix of ['originals/', 'renditions/', 'texts/', 'pictures/']) {
    const unused: string[] = []
    for await (const key of blobs.keys(prefix)) if (!used.has(sha256Of(key))) unused.push(key)
    for (const key of unused) {
      if (!(await mayGo(sha256Of(key)))) continue
      await blobs.delete(key)
      collected += 1
    }
  }
  const left: string[] = []
  for await (const key of blobs.keys(changesPrefix)) {
    if (!originalsOfChanges(key).every((sha256) => used.has(sha256))) left.push(key)
  }
  for (const key of left) await blobs.delete(key)
  return collected + left.length
}

function sha256Of(key: string): string {
  return key.slice(key.indexOf('/') + 1).replace(/(?:-\d+)?\.(?:pdf|json|webp)$/, '')
}
