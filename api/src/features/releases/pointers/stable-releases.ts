import type { BlobStore } from '../../../platform/files/blob-store.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { isWhole } from '../composition/release-files.ts'
import { pointersCollection, releaseKey, releasesCollection } from '../release-records.ts'

/** The stable release of every remote, and whether all of its files exist. */
export async function stableReleases(
  store: StoreOperations,
  blobs: BlobStore,
): Promise<{ remote: string; release: string; isWhole: boolean }[]> {
  const { documents } = await pointersCollection.in(store).list()
  const releases = releasesCollection.in(store)
  const reads = documents.map(async ({ id: remote, stable: release }) => {
    if (release === undefined) return []
    const record = await releases.get(releaseKey(remote, release))
    return [{ remote, release, isWhole: record !== undefined && (await isWhole(blobs, record)) }]
  })
  return (await Promise.all(reads)).flat()
}
