import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import {
  type AdoptedRelease,
  offeredBy,
  releaseKey,
  releasesCollection,
  type StoredPointer,
} from '../release-records.ts'

/**
 * Records the time at which a move takes releases out of a pointer, and clears it for those that it
 * brings in.
 */
export async function noteLeaving(
  transaction: StoreOperations,
  remote: string,
  { before, next, at }: { before: StoredPointer; next: StoredPointer; at: Date },
): Promise<void> {
  const [earlier, later] = [offeredBy(before), offeredBy(next)]
  for (const release of earlier.filter((candidate) => !later.includes(candidate))) {
    await markLeft(transaction, releaseKey(remote, release), at)
  }
  for (const release of later.filter((candidate) => !earlier.includes(candidate))) {
    await markLeft(transaction, releaseKey(remote, release), undefined)
  }
}

/**
 * `at`: since when nobody is offered it; undefined if somebody is. Does nothing for a missing one.
 */
export async function markLeft(
  transaction: StoreOperations,
  key: string,
  at: Date | undefined,
): Promise<void> {
  const releases = releasesCollection.in(transaction)
  const stored = await releases.get(key)
  if (!stored || stored.leftAt === at?.toISOString()) return
  const { leftAt: _earlier, ...kept } = bodyOf(stored) as AdoptedRelease
  await releases.update(key, at ? { ...kept, leftAt: at.toISOString() } : kept, stored.revision)
}
