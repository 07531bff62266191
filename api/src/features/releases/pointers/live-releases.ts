import type { ReleaseManifest } from '@portal/contract/releases'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { pointersCollection, releaseKey, releasesCollection } from '../release-records.ts'

/** What currently runs for anyone, of every remote. */
export async function liveReleases(inside: StoreOperations): Promise<ReleaseManifest[]> {
  const { documents } = await pointersCollection.in(inside).list()
  const releases = releasesCollection.in(inside)
  const keys = documents.flatMap(({ id, stable, candidate }) =>
    [stable, candidate?.release].flatMap((release) =>
      release === undefined ? [] : [releaseKey(id, release)],
    ),
  )
  const found = await Promise.all(keys.map((key) => releases.get(key)))
  return found.flatMap((release) => (release ? [release.manifest] : []))
}
