import {
  type ComposedRelease,
  type Composition,
  type ReleaseManifest,
  type StoppedRemote,
} from '@portal/contract/releases'
import { isForTools } from '@portal/domain/release-compatibility'
import type { Audience } from '../../../access.ts'

/** `audience` is the stable release's, whichever fallback runs. */
export type OfferedRemote = {
  name: string
  audience: Exclude<Audience, 'outsiders'>
  releases: ComposedRelease[]
  /** The first release is a candidate. */
  candidate?: boolean
  /** What an admin has stopped, instead of its releases. */
  stopped?: StoppedRemote
}

/** Whether an audience may receive a release or remote. Guests and assistants run no remote’s code. */
export function isFor(audience: Audience) {
  return (offered: { audience: Audience }) =>
    audience === 'admins' || (audience === 'members' && offered.audience === 'members')
}

/** The part of the offered remotes for this audience. Members never receive a remote for admins. */
export function compose(all: OfferedRemote[], audience: Audience): Composition {
  const isTheirs = isFor(audience)
  const theirs = all
    .filter(isTheirs)
    .map((remote) => {
      // An older release may have been for another audience.
      const releases = remote.stopped ? [] : remote.releases.filter(isTheirs)
      const isCandidate = remote.candidate === true && releases[0] === remote.releases[0]
      return { ...remote, releases, isCandidate }
    })
    .filter(({ releases, stopped }) => releases.length > 0 || stopped)
  const stopped = theirs.flatMap((remote) => remote.stopped ?? [])
  return {
    id: compositionId(theirs),
    remotes: theirs
      .filter((remote) => !remote.stopped)
      .map(({ name, releases, isCandidate }) => ({
        name,
        releases: releases.map((release, place) =>
          forTabs(place === 0 ? release : withoutScreens(release)),
        ),
        ...(isCandidate ? { candidate: true as const } : {}),
      })),
    ...(stopped.length > 0 ? { stopped } : {}),
  }
}

/** Without what only people and tools read. */
function forTabs({
  brings: _brings,
  settings: _settings,
  files,
  ...release
}: ComposedRelease & Pick<ReleaseManifest, 'settings'>): ComposedRelease {
  return { ...release, files: files.filter(({ file }) => !isForTools(file)) }
}

/** A tab is tested with what it runs; its page needn't list the screens of fallbacks. */
function withoutScreens({ screens: _screens, ...release }: ComposedRelease): ComposedRelease {
  return release
}

/** Represents a stopped remote in an id; no release can have this name. */
const stoppedSign = '-'

/**
 * Lists every release in loading order, with separators that no name and no release contains:
 * `a@1_0~b@2~c@-`.
 */
function compositionId(remotes: OfferedRemote[]): string {
  const named = remotes.map(({ name, releases, stopped }) => {
    const ids = releases.map(({ release }) => release).join('_')
    return `${name}@${stopped ? stoppedSign : ids}`
  })
  return named.length === 0 ? 'none' : named.join('~')
}

type NamedRemote = { name: string; releases: string[]; isStopped: boolean }

/** The remotes and releases in an id; undefined for an invalid id. */
export function remotesInId(id: string): NamedRemote[] | undefined {
  if (id === 'none') return []
  const parts = id.split('~').map((part) => /^([a-z0-9-]+)@([a-z0-9._-]+)$/i.exec(part))
  const named = parts.flatMap((part) =>
    part
      ? [
          {
            name: part[1]!,
            releases: part[2]!.split('_'),
            isStopped: part[2] === stoppedSign,
          },
        ]
      : [],
  )
  return named.length === parts.length ? named : undefined
}
