import type { ReleaseCohorts } from '@portal/contract/pointers'
import type { Person } from '@portal/contract/portal'
import { mustManagePortal } from '../../../access.ts'
import { recordChange, refuseOvertaken } from '../../../platform/audit/record-change.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../../platform/store/stored-body.ts'

import { cohortsCollection } from '../release-records.ts'

type Cohorts = Pick<ReleaseCohorts, 'qa' | 'team'>

export type CohortsService = {
  get: (person: Person, remote: string) => Promise<ReleaseCohorts>
  /** A repeated request gets its first answer. */
  save: (
    person: Person,
    remote: string,
    cohorts: Cohorts,
    revision: number | 'new',
  ) => Promise<ReleaseCohorts>
}

/** Only admins decide who runs candidates first: a token can't add a person. */
export function createCohortsService({
  store,
  now,
}: {
  store: DocumentStore
  now: () => Date
}): CohortsService {
  return {
    async get(person, remote) {
      mustManagePortal(person)
      const stored = await cohortsCollection.in(store).get(remote)
      return stored ? shown(stored) : { qa: [], team: [], revision: 0 }
    },

    async save(person, remote, { qa, team }, given) {
      mustManagePortal(person)
      // Unsaved cohorts have revision 0, from which they may be saved.
      const revision = given === 0 ? 'new' : given
      const next = { qa: listed(qa), team: listed(team) }
      return store.transaction(async (transaction) => {
        const stored = await cohortsCollection.in(transaction).get(remote)
        const before = stored && bodyOf(stored)
        const stated = revision === 'new' ? 0 : revision
        if (stored?.revision === stated + 1 && isSameBody(bodyOf(stored), next))
          return shown(stored)
        await refuseOvertaken(transaction, { current: stored, revision, subject: remote, shown })
        if (stored && isSameBody(bodyOf(stored), next)) return shown(stored)
        const after = await cohortsCollection.in(transaction).put(remote, next, stored)
        const entry = { what: 'release cohorts saved', subject: remote, before, after: next }
        await recordChange(transaction, { at: now(), by: person, ...entry })
        return shown(after)
      })
    },
  }
}

/** Sorted, without duplicates. */
function listed(emails: string[]): string[] {
  return [...new Set(emails)].toSorted()
}

function shown({ qa, team, revision }: Cohorts & { revision: number }): ReleaseCohorts {
  return { qa, team, revision }
}
