import { collection } from '../../../platform/store/collection.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { releaseKey } from '../release-records.ts'
import {
  storedTrial,
  storedTrialNotice,
  trialNoticesCollection,
  trialsCollection,
} from './trial-records.ts'

/** Deletes what is queued and noted of a release that no longer exists. */
export async function forgetTrials(
  inside: StoreOperations,
  remote: string,
  release: string,
): Promise<void> {
  const trials = collection(inside, trialsCollection, storedTrial)
  const { documents } = await trials.list({ where: { release } })
  const theirs = documents.filter((trial) => trial.remote === remote)
  const notices = collection(inside, trialNoticesCollection, storedTrialNotice)
  for (const { id } of theirs) await trials.delete(id)
  await notices.delete(releaseKey(remote, release))
}
