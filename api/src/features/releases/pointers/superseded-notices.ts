import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { trialNoticesCollection } from '../gate/trial-records.ts'
import { noticesCollection } from '../health/health-records.ts'
import { releaseKey, type StoredPointer } from '../release-records.ts'

type Move = { before: StoredPointer; next: StoredPointer }

/**
 * Deletes the notices that a move makes pointless: of failed trials of releases that were in front and aren't any
 * more, and of denied releases once another one has gone all the way. A rollback brings no answer to a denial.
 */
export async function deleteSupersededNotices(
  transaction: StoreOperations,
  remote: string,
  { before, next }: Move,
): Promise<void> {
  const inFront = new Set([next.candidate?.release, next.stable])
  for (const release of [before.candidate?.release, before.stable]) {
    if (release === undefined || inFront.has(release)) continue
    const notices = trialNoticesCollection.in(transaction)
    const stored = await notices.get(releaseKey(remote, release))
    if (stored) await notices.delete(stored.id, stored.revision)
  }
  const { stable } = next
  if (stable === undefined || stable === before.stable || before.lastGood.includes(stable)) return
  const denials = noticesCollection.in(transaction)
  const { documents } = await denials.list({ where: { remote } })
  for (const { id, revision } of documents) await denials.delete(id, revision)
}
