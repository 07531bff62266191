import type { BlobStore } from '../documents/blob-store.ts'

/** Deletes blobs that no document refers to, unless `mayGo` keeps one. */
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
  return collected
}

function sha256Of(key: string): string {
  return key.slice(key.indexOf('/') + 1).replace(/(?:-\d+)?\.(?:pdf|json|webp)$/, '')
}
