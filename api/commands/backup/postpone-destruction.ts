import path from 'node:path'
import { destructionNoticeDays } from '@portal/contract/notes-policy'
import { type Day, dayAfter, dayOf } from '@portal/domain/days'
import { openSqliteStore } from '../../src/adapters/sqlite/sqlite-document-store.ts'
import { policyCollection, policyId } from '../../src/features/notes/stored-policy.ts'

/**
 * Lets a week pass before a restored portal destroys notes by its policy: a legal hold that is newer than the backup is
 * missing in it. Returns the first day on which notes may be destroyed; undefined if the policy destroys none.
 */
export async function postponeDestruction(dataFolder: string, now: Date): Promise<Day | undefined> {
  const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
  try {
    const policies = policyCollection.in(store)
    const policy = await policies.get(policyId)
    if (policy?.days === undefined) return undefined
    // One more, because the foundation's time zone isn't known here.
    const earliest = dayAfter(dayOf(now, 'UTC'), destructionNoticeDays + 1)
    const { notBefore = earliest } = policy
    const postponed = notBefore > earliest ? notBefore : earliest
    const { days, holds, revision } = policy
    await policies.update(policyId, { days, notBefore: postponed, holds }, revision)
    return postponed
  } finally {
    await store.close()
  }
}
