import { collection } from '../../../platform/store/collection.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import {
  type AdoptedRelease,
  offeredBy,
  pointersCollection,
  releaseKey,
  storedPointer,
} from '../release-records.ts'
import { storedTrialNotice, trialNoticesCollection } from './trial-records.ts'

/** Creates a notice if a release failed that people are offered, and deletes it once it has passed. */
export async function updateTrialNotice(
  inside: StoreOperations,
  { manifest, tried }: AdoptedRelease,
): Promise<void> {
  const { name: remote, release } = manifest
  const key = releaseKey(remote, release)
  const notices = collection(inside, trialNoticesCollection, storedTrialNotice)
  const stored = await notices.get(key)
  const pointer = await collection(inside, pointersCollection, storedPointer).get(remote)
  const isOffered = pointer !== undefined && offeredBy(pointer).includes(release)
  if (tried?.result !== 'failed' || !isOffered) {
    if (stored) await notices.delete(key, stored.revision)
    return
  }
  const notice = { remote, release, fault: tried.faults[0] ?? '', at: tried.at }
  if (stored) await notices.update(key, notice, stored.revision)
  else await notices.create(key, notice)
}
