import type { ComposedRelease, Composition } from '@portal/contract/releases'
import type { Audience } from '../access.ts'

/** `audience` is the stable release's, whichever stands in for it. */
export type OfferedRemote = {
  name: string
  audience: Audience
  releases: ComposedRelease[]
  /** The first release is a candidate. */
  candidate?: boolean
}

/** What of the offered remotes this audience gets. Members never receive a remote for admins. */
export function compose(all: OfferedRemote[], audience: Audience): Composition {
  const isFor = (offered: { audience: Audience }) =>
    audience === 'admins' || offered.audience === 'members'
  const remotes = all
    .filter(isFor)
    // An older release may have been for others than the newest.
    .map(({ name, releases, candidate }) => {
      const theirs = releases.filter(isFor)
      const isCandidate = candidate && theirs[0] === releases[0]
      return { name, releases: theirs, ...(isCandidate ? { candidate: true as const } : {}) }
    })
    .filter(({ releases }) => releases.length > 0)
  return { id: compositionId(remotes), remotes }
}

/** Names every release in loading order, by signs that no name and no release has: `a@1_0~b@2`. */
function compositionId(remotes: Composition['remotes']): string {
  const named = remotes.map(
    ({ name, releases }) => `${name}@${releases.map(({ release }) => release).join('_')}`,
  )
  return named.length === 0 ? 'none' : named.join('~')
}

/** The remotes and releases that an id names; undefined for what is no composition's id. */
export function namedIn(id: string): { name: string; releases: string[] }[] | undefined {
  if (id === 'none') return []
  const parts = id.split('~').map((part) => /^([a-z0-9-]+)@([a-z0-9._-]+)$/i.exec(part))
  const named = parts.flatMap((found) =>
    found ? [{ name: found[1]!, releases: found[2]!.split('_') }] : [],
  )
  return named.length === parts.length ? named : undefined
}
