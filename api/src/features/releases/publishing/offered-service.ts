import type { Reply } from '@portal/contract/endpoint'
import type { listOfferedReleases, OfferedRelease } from '@portal/contract/offered-releases'
import type { Person } from '@portal/contract/portal'
import { contractVersion } from '@portal/contract/releases'
import { placedByPolicy } from '@portal/domain/remote-policy'
import { mustSeeOffered, type ReleaseTokenHolder } from '../../../access.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { policiesIn } from '../pointers/objections.ts'
import {
  offeredBy,
  pointersCollection,
  releaseKey,
  releasesCollection,
  type StoredPointer,
  type StoredPolicy,
  readable,
} from '../release-records.ts'

export type OfferedService = {
  /** What runs for anyone or is a fallback, by remote and in loading order. */
  list: (caller: Person | ReleaseTokenHolder) => Promise<Reply<typeof listOfferedReleases>>
}

type Parts = {
  store: DocumentStore
  /** The version of each module that the shell shares with remotes; undefined if it isn't known. */
  provided: Record<string, string> | undefined
  support: Reply<typeof listOfferedReleases>['support']
}

export function createOfferedService({ store, provided, support }: Parts): OfferedService {
  const offered = async (
    remote: string,
    pointer: StoredPointer,
    policy: StoredPolicy | undefined,
  ): Promise<OfferedRelease[]> => {
    const releases = releasesCollection.in(store)
    const adopted = await Promise.all(
      offeredBy(pointer).map((release) => releases.get(releaseKey(remote, release))),
    )
    return adopted.flatMap((record) => {
      if (!record) return []
      const manifest = placedByPolicy(record.manifest, policy ?? {})
      const base = `/remotes/${remote}/${manifest.release}/`
      return [{ ...manifest, base, places: placesOf(pointer, manifest.release) }]
    })
  }

  return {
    async list(caller) {
      mustSeeOffered(caller)
      const { documents } = await pointersCollection.in(store).findAll(readable)
      const pointers = documents.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const policies = await policiesIn(store)
      const releases = await Promise.all(
        pointers.map((pointer) => offered(pointer.id, pointer, policies.get(pointer.id))),
      )
      return {
        contractVersion,
        ...(provided === undefined ? {} : { provided }),
        ...(support === undefined ? {} : { support }),
        releases: releases.flat(),
      }
    },
  }
}

function placesOf(
  { stable, candidate, lastGood }: StoredPointer,
  release: string,
): OfferedRelease['places'] {
  return [
    ...(candidate?.release === release ? (['candidate'] as const) : []),
    ...(stable === release ? (['stable'] as const) : []),
    ...(lastGood.includes(release) ? (['last good'] as const) : []),
  ]
}
