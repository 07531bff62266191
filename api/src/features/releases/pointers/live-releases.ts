import type { ReleaseManifest } from '@portal/contract/releases'
import { collection } from '../../../platform/store/collection.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import {
  adoptedRelease,
  pointersCollection,
  releaseKey,
  storedPointer,
  releasesCollection,
} from '../release-records.ts'

/** What currently runs for anyone, of every remote. */
export async function liveReleases(inside: StoreOperations): Promise<ReleaseManifest[]> {
  const { documents } = await collection(inside, pointersCollection, storedPointer).list()
  const releases = collection(inside, releasesCollection, adoptedRelease)
  const keys = documents.flatMap(({ id, stable, candidate }) =>
    [stable, candidate?.release].flatMap((release) =>
      release === undefined ? [] : [releaseKey(id, release)],
    ),
  )
  const found = await Promise.all(keys.map((key) => releases.get(key)))
  return found.flatMap((release) => (release ? [release.manifest] : []))
}
