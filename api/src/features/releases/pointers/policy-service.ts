import type { ReleasePolicy } from '@portal/contract/pointers'
import type { Person } from '@portal/contract/portal'
import { mustManagePortal, mustRelease, type ReleaseTokenHolder } from '../../../access.ts'
import { recordChange, refuseOvertaken } from '../../../platform/audit/record-change.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../../platform/store/stored-body.ts'

import { policiesCollection, type StoredPolicy, defaultPolicy } from '../release-records.ts'

export type PolicyService = {
  get: (caller: Person | ReleaseTokenHolder, remote: string) => Promise<ReleasePolicy>
  /** A repeated request gets its first answer. */
  save: (
    person: Person,
    remote: string,
    policy: StoredPolicy,
    revision: number | 'new',
  ) => Promise<ReleasePolicy>
}

/**
 * What a remote's releases need beyond the QA cohort. Only admins set it: a token can't lower its
 * own requirements.
 */
export function createPolicyService({
  store,
  now,
}: {
  store: DocumentStore
  now: () => Date
}): PolicyService {
  return {
    async get(caller, remote) {
      mustRelease(caller, remote)
      const stored = await policiesCollection.in(store).get(remote)
      return stored ? shown(stored) : { ...defaultPolicy, revision: 0 }
    },

    async save(person, remote, { approval, stepMinutes }, given) {
      mustManagePortal(person)
      // An unsaved policy has revision 0, from which it may be saved.
      const revision = given === 0 ? 'new' : given
      const next = { approval, stepMinutes }
      return store.transaction(async (transaction) => {
        const stored = await policiesCollection.in(transaction).get(remote)
        const before = stored && bodyOf(stored)
        const isSame = stored !== undefined && isSameBody(bodyOf(stored), next)
        if (isSame && stored.revision === (revision === 'new' ? 0 : revision) + 1) {
          return shown(stored)
        }
        await refuseOvertaken(transaction, { current: stored, revision, subject: remote, shown })
        if (isSame) return shown(stored)
        const after = await policiesCollection.in(transaction).put(remote, next, stored)
        const entry = { what: 'release policy saved', subject: remote, before, after: next }
        await recordChange(transaction, { at: now(), by: person, ...entry })
        return shown(after)
      })
    },
  }
}

/** The policy that applies to a move. */
export async function policyOf(
  transaction: StoreOperations,
  remote: string,
): Promise<StoredPolicy> {
  const stored = await policiesCollection.in(transaction).get(remote)
  return stored ?? defaultPolicy
}

function shown({ approval, stepMinutes, revision }: ReleasePolicy): ReleasePolicy {
  return { approval, stepMinutes, revision }
}
