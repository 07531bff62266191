import type { Person } from '@portal/contract/portal'
import * as z from 'zod/mini'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { defineCollection } from '../../../platform/store/collection.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import { releaseKey } from '../release-records.ts'

/**
 * Collection `release_overrides`, id is the person's uid: which releases they may run instead of
 * the usual ones.
 */
const storedGrants = z.object({
  grants: z.array(z.object({ remote: z.string(), release: z.string(), until: z.string() })),
})
const grantsCollection = defineCollection('release_overrides', storedGrants)

/** In ms. */
const hour = 3_600_000

type Parts = { store: DocumentStore; now: () => Date }

/**
 * Published releases that admins run for an hour: the page alone can't prove that one was requested.
 */
export function createOverrideGrants({ store, now }: Parts) {
  const running = (grants: z.output<typeof storedGrants>['grants']) => {
    const at = now().toISOString()
    return grants.filter(({ until }) => until > at)
  }

  return {
    /** When the grant ends; undefined without one. */
    async until({ uid }: Person, remote: string, release: string): Promise<string | undefined> {
      const stored = await grantsCollection.in(store).get(uid)
      return running(stored?.grants ?? []).find(
        (candidate) => candidate.remote === remote && candidate.release === release,
      )?.until
    },

    /** The releases of a remote that the person may run now instead of the usual one. */
    async releasesOf({ uid }: Person, remote: string): Promise<string[]> {
      const stored = await grantsCollection.in(store).get(uid)
      const ofRemote = running(stored?.grants ?? []).filter((grant) => grant.remote === remote)
      return ofRemote.map(({ release }) => release)
    },

    /** A running grant stays unchanged. */
    give: (person: Person, remote: string, release: string): Promise<string> =>
      store.transaction(async (transaction) => {
        const stored = await grantsCollection.in(transaction).get(person.uid)
        const before = running(stored?.grants ?? [])
        const known = before.find(
          (candidate) => candidate.remote === remote && candidate.release === release,
        )
        if (known) return known.until
        const at = now()
        const until = new Date(at.getTime() + hour).toISOString()
        const next = { grants: [...before, { remote, release, until }] }
        await grantsCollection.in(transaction).put(person.uid, next, stored)
        await recordChange(transaction, {
          at,
          by: person,
          what: 'override started',
          subject: releaseKey(remote, release),
          ...(stored ? { before: bodyOf(stored) } : {}),
          after: next,
        })
        return until
      }),
  }
}

/** Deletes a person's grants, with their account. */
export async function forgetGrants(store: StoreOperations, uid: string): Promise<void> {
  await grantsCollection.in(store).delete(uid)
}
