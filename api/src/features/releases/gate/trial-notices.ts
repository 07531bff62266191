import type { StoreOperations } from '../../../platform/store/document-store.ts'
import {
  type AdoptedRelease,
  offeredBy,
  pointersCollection,
  releaseKey,
} from '../release-records.ts'
import { trialNoticesCollection } from './trial-records.ts'

/** Creates a notice if a release failed that people are offered, and deletes it once it has passed. */
export async function updateTrialNotice(
  inside: StoreOperations,
  { manifest, tried }: AdoptedRelease,
): Promise<void> {
  const { name: remote, release } = manifest
  const key = releaseKey(remote, release)
  const notices = trialNoticesCollection.in(inside)
  const stored = await notices.get(key)
  const pointer = await pointersCollection.in(inside).get(remote)
  const isOffered = pointer !== undefined && offeredBy(pointer).includes(release)
  if (tried?.result !== 'failed' || !isOffered) {
    if (stored) await notices.delete(key, stored.revision)
    return
  }
  const notice = { remote, release, fault: tried.faults[0] ?? '', at: tried.at }
  await notices.put(key, notice, stored)
}
