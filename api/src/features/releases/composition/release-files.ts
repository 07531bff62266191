import type { BlobStore } from '../../../platform/files/blob-store.ts'
import {
  checkFile,
  isIntact,
  type StoredFile,
  type ScrubSource,
} from '../../../platform/store/check-file.ts'
import type { DocumentMetadata, StoreOperations } from '../../../platform/store/document-store.ts'
import {
  type AdoptedRelease,
  blobOf,
  releaseKey,
  releasesCollection,
  sha384Of,
  uploadedBlob,
} from '../release-records.ts'

/**
 * The memory limit for release files in bytes; files larger than a fraction of it are read each
 * time.
 */
const mostKept = 32 * 1024 * 1024
const mostOfOne = mostKept / 16

/** Every stored file of a release. */
export function filesOf(adopted: AdoptedRelease): StoredFile[] {
  const compressed = new Set(adopted.compressed)
  return adopted.manifest.files.flatMap((listed) => {
    const whole = fileIn(adopted, listed)
    return compressed.has(listed.file) ? [whole, compressedFileIn(adopted, listed)] : [whole]
  })
}

/** The source maps of a release, which it runs without. */
export function mapsOf({
  manifest,
  maps = [],
}: AdoptedRelease): (StoredFile & { script: string })[] {
  return maps.map(({ file, integrity }) => {
    const hash = sha384Of(integrity)
    const script = file.replace(/\.map$/, '')
    return { script, key: uploadedBlob(manifest.name, hash), algorithm: 'sha384', hash }
  })
}

type Listed = AdoptedRelease['manifest']['files'][number]

export function fileIn(adopted: AdoptedRelease, { file, integrity }: Listed): StoredFile {
  return { key: blobOf(adopted, file), algorithm: 'sha384', hash: sha384Of(integrity) }
}

/** The file's Brotli copy. */
export function compressedFileIn(adopted: AdoptedRelease, listed: Listed): StoredFile {
  const { key, ...whole } = fileIn(adopted, listed)
  return { ...whole, key: `${key}.br`, decompressedSize: listed.size }
}

/** Whether all files of an adopted release are stored, with the bytes that `release.json` names. */
export async function isWhole(blobs: BlobStore, adopted: AdoptedRelease): Promise<boolean> {
  const states = await Promise.all(filesOf(adopted).map((file) => checkFile(blobs, file)))
  return states.every((state) => typeof state !== 'string')
}

/** Every stored file of every release; `lose` is called for a release with damaged ones. */
export function createStoredReleaseFiles(
  store: StoreOperations,
  lose: (adopted: AdoptedRelease & DocumentMetadata) => void,
): ScrubSource {
  return async () => {
    const { documents } = await releasesCollection.in(store).list()
    return documents.flatMap((adopted) =>
      filesOf(adopted).map((file) => ({ ...file, onHarm: () => lose(adopted) })),
    )
  }
}

/** The releases of a remote that have all of their files. */
export async function wholeReleases(
  store: StoreOperations,
  blobs: BlobStore,
  remote: string,
  releases: readonly string[],
): Promise<Set<string>> {
  const records = releasesCollection.in(store)
  const hashes = await Promise.all(
    releases.map(async (release) => {
      const record = await records.get(releaseKey(remote, release))
      return record && (await isWhole(blobs, record)) ? [release] : []
    }),
  )
  return new Set(hashes.flat())
}

/**
 * Reads a release's file; undefined if it is missing or altered. It never changes, so it is verified once, and the
 * most recently requested ones are kept in memory.
 */
export function createReleaseReader(blobs: BlobStore) {
  const cache = new Map<string, Uint8Array<ArrayBuffer>>()
  let size = 0
  const keep = (key: string, bytes: Uint8Array<ArrayBuffer>) => {
    if (bytes.byteLength > mostOfOne || cache.has(key)) return
    cache.set(key, bytes)
    size += bytes.byteLength
    for (const [oldest, { byteLength }] of cache) {
      if (size <= mostKept) break
      cache.delete(oldest)
      size -= byteLength
    }
  }
  return async (file: StoredFile): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    const { key } = file
    const known = cache.get(key)
    if (known) {
      // The most recent ones are last.
      cache.delete(key)
      cache.set(key, known)
      return known
    }
    const stream = await blobs.read(key)
    if (!stream) return undefined
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    if (!(await isIntact(file, bytes))) return undefined
    keep(key, bytes)
    return bytes
  }
}
