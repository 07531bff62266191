import type { BlobStore } from '../../documents/blob-store.ts'
import { collection } from '../../store/collection.ts'
import type { StoreOperations } from '../../store/document-store.ts'
import {
  type AdoptedRelease,
  adoptedRelease,
  blobOf,
  releaseKey,
  releasesCollection,
} from '../release-records.ts'

/**
 * The memory limit for release files in bytes; files larger than a fraction of it are read each
 * time.
 */
const mostKept = 32 * 1024 * 1024
const mostOfOne = mostKept / 16

/** Every blob of a release, with its size if `release.json` states it. */
export function blobsOf(adopted: AdoptedRelease): { key: string; size: number | undefined }[] {
  const { manifest, compressed } = adopted
  return [
    ...manifest.files.map(({ file, size }) => ({ key: blobOf(adopted, file), size })),
    ...compressed.map((file) => ({ key: `${blobOf(adopted, file)}.br`, size: undefined })),
  ]
}

/** Whether all files of an adopted release still exist. */
export async function isWhole(blobs: BlobStore, adopted: AdoptedRelease): Promise<boolean> {
  const there = await Promise.all(
    blobsOf(adopted).map(async ({ key, size }) => {
      const info = await blobs.info(key)
      return info !== undefined && (size === undefined || info.size === size)
    }),
  )
  return there.every(Boolean)
}

/** The releases of a remote that have all of their files. */
export async function wholeReleases(
  store: StoreOperations,
  blobs: BlobStore,
  remote: string,
  releases: readonly string[],
): Promise<Set<string>> {
  const records = collection(store, releasesCollection, adoptedRelease)
  const found = await Promise.all(
    releases.map(async (release) => {
      const record = await records.get(releaseKey(remote, release))
      return record && (await isWhole(blobs, record)) ? [release] : []
    }),
  )
  return new Set(found.flat())
}

/** Reads a release's file by its key. It never changes, so those asked for last are kept in memory. */
export function createReleaseReader(blobs: BlobStore) {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  let size = 0
  const keep = (key: string, bytes: Uint8Array<ArrayBuffer>) => {
    if (bytes.byteLength > mostOfOne || kept.has(key)) return
    kept.set(key, bytes)
    size += bytes.byteLength
    for (const [oldest, { byteLength }] of kept) {
      if (size <= mostKept) break
      kept.delete(oldest)
      size -= byteLength
    }
  }
  return async (key: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    const found = kept.get(key)
    if (found) {
      // The most recent ones are last.
      kept.delete(key)
      kept.set(key, found)
      return found
    }
    const stream = await blobs.read(key)
    if (!stream) return undefined
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    keep(key, bytes)
    return bytes
  }
}
