import type { ReleasePolicy, savePolicy } from '@portal/contract/pointers'
import type { Person } from '@portal/contract/portal'
import type * as z from 'zod/mini'
import { mustManagePortal, mustRelease, type ReleaseTokenHolder } from '../../../access.ts'
import { recordChange, refuseOvertaken } from '../../../platform/audit/record-change.ts'
import { changedSince, recordUndo, type Restoring } from '../../../platform/audit/restoring.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import { Refusal } from '../../../refusal.ts'
import { bodyOf, isSameBody } from '../../../platform/store/stored-body.ts'

import { objectionToPlaces } from './objections.ts'
import { policiesCollection, type StoredPolicy, defaultPolicy } from '../release-records.ts'

export type PolicyService = {
  get: (caller: Person | ReleaseTokenHolder, remote: string) => Promise<ReleasePolicy>
  /** A repeated request gets its first answer. */
  save: (
    person: Person,
    remote: string,
    policy: PolicyChange,
    revision: number | 'new',
  ) => Promise<ReleasePolicy>
  /** Undoes a save; the first one, to the default. Refused like a save of the same policy. */
  restoring: Restoring
}

type PolicyChange = z.output<typeof savePolicy.body>

type Parts = {
  store: DocumentStore
  /** Why a backend can't be used; undefined if it can. */
  backendFault: (origin: string) => string | undefined
  now: () => Date
}

/**
 * What a remote's releases need beyond the QA cohort, and what they may use. Only admins set it: a token can't lower
 * its own requirements.
 */
export function createPolicyService({ store, backendFault, now }: Parts): PolicyService {
  const refuseBackend = ({ backend }: Pick<PolicyChange, 'backend'>) => {
    const fault = backend ? backendFault(backend.origin) : undefined
    if (fault === undefined) return
    throw new Refusal('invalid', fault, {
      fields: [{ path: 'body.backend.origin', message: fault }],
    })
  }
  return {
    async get(caller, remote) {
      mustRelease(caller, remote)
      const stored = await policiesCollection.in(store).get(remote)
      return stored ? shown(stored) : { ...defaultPolicy, revision: 0 }
    },

    async save(person, remote, { approval, stepMinutes, ...optional }, given) {
      mustManagePortal(person)
      refuseBackend(optional)
      // An unsaved policy has revision 0, from which it may be saved.
      const revision = given === 0 ? 'new' : given
      return store.transaction(async (transaction) => {
        const stored = await policiesCollection.in(transaction).get(remote)
        const before = stored && bodyOf(stored)
        const next = { approval, stepMinutes, ...kept(optional, stored) }
        const isSame = stored !== undefined && isSameBody(bodyOf(stored), next)
        if (isSame && stored.revision === (revision === 'new' ? 0 : revision) + 1) {
          return shown(stored)
        }
        await refuseOvertaken(transaction, { current: stored, revision, subject: remote, shown })
        if (isSame) return shown(stored)
        const objection = await objectionToPlaces(transaction, remote, next, stored)
        if (objection) throw objection
        const after = await policiesCollection.in(transaction).put(remote, next, stored)
        const entry = { what: 'release policy saved', subject: remote, before, after: next }
        await recordChange(transaction, { at: now(), by: person, ...entry })
        return shown(after)
      })
    },

    async restoring(transaction, person, change) {
      const { subject: remote, after: saved } = change
      const next = (change.before ?? defaultPolicy) as StoredPolicy
      const stored = await policiesCollection.in(transaction).get(remote)
      if (!stored || !saved || !isSameBody(bodyOf(stored), saved)) throw changedSince()
      refuseBackend(next)
      const objection = await objectionToPlaces(transaction, remote, next, stored)
      if (objection) throw objection
      return async () => {
        await policiesCollection.in(transaction).put(remote, next, stored)
        const undo = { at: now(), by: person, before: saved, after: next }
        await recordUndo(transaction, change, undo)
      }
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

function shown(policy: ReleasePolicy): ReleasePolicy {
  const { approval, stepMinutes, revision } = policy
  return { approval, stepMinutes, ...kept({}, policy), revision }
}

const optionalParts = ['backend', 'budgets', 'slots', 'order'] as const
type OptionalParts = Pick<StoredPolicy, (typeof optionalParts)[number]>

/** The optional parts after a change: what is stored, if the change doesn't name one, and none for `null`. */
function kept(
  change: { [P in keyof OptionalParts]: OptionalParts[P] | null },
  stored: OptionalParts | undefined,
): OptionalParts {
  const parts = optionalParts.flatMap((part) => {
    const value = change[part] === undefined ? stored?.[part] : change[part]
    return value === undefined || value === null ? [] : [[part, value] as const]
  })
  return Object.fromEntries(parts)
}
