import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { releaseKey } from '../release-records.ts'
import { trialNoticesCollection, trialsCollection } from './trial-records.ts'

/** Deletes what is queued and noted of a release that no longer exists. */
export async function forgetTrials(
  inside: StoreOperations,
  remote: string,
  release: string,
): Promise<void> {
  const trials = trialsCollection.in(inside)
  const { documents } = await trials.list({ where: { release } })
  const theirs = documents.filter((trial) => trial.remote === remote)
  const notices = trialNoticesCollection.in(inside)
  for (const { id } of theirs) await trials.delete(id)
  await notices.delete(releaseKey(remote, release))
}
