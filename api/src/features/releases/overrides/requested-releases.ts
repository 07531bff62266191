import type { Person } from '@portal/contract/portal'
import {
  type ComposedRelease,
  type Composition,
  trustedTypesPolicy,
} from '@portal/contract/releases'
import { audienceOf } from '../../../access.ts'
import { compose, type OfferedRemote } from '../composition/compose.ts'

/** The requested release has no fallback, which could be mistaken for it. */
export function withReleases(usual: Composition, releases: ComposedRelease[], person: Person) {
  const offered = new Map<string, OfferedRemote>(
    usual.remotes.map((remote) => [
      remote.name,
      {
        name: remote.name,
        audience: remote.releases[0]!.audience,
        releases: remote.releases,
        candidate: remote.candidate ?? false,
      },
    ]),
  )
  for (const one of usual.stopped ?? []) {
    offered.set(one.name, { name: one.name, audience: 'members', releases: [], stopped: one })
  }
  for (const release of releases) {
    const { name, audience } = release
    offered.set(name, { name, audience, releases: [release] })
  }
  return compose([...offered.values()], audienceOf(person))
}

export function policyOf({ name, release }: ComposedRelease): string {
  return trustedTypesPolicy(name, release)
}
