import { createHash } from 'node:crypto'
import {
  type ComposedRelease,
  type ComposedRemote,
  type Composition,
  trustedTypesPolicy,
} from '@portal/contract/releases'
import type { Audience } from '../access.ts'
import type { Log } from '../http/log.ts'
import { hotCollection } from '../store/collection.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { createDevRemotes } from './dev-remotes.ts'
import {
  adoptedRelease,
  pointersCollection,
  releaseKey,
  releasePointer,
  releasesCollection,
} from './release-records.ts'

export type CompositionService = {
  /** Which release of which remote this audience runs. Members never receive a remote for admins. */
  composition: (audience: Audience) => Promise<Composition>
  /** The Trusted Types policies of every release anyone may run: people change within one page, its policy doesn't. */
  policies: () => Promise<string[]>
  /** Rises with every change of a pointer or release. */
  version: () => number
  /** Developers' servers are asked anew each time, so nothing may be kept. */
  changing: boolean
  /** An adopted release's record, for serving its files. */
  adopted: (remote: string, release: string) => AdoptedRelease | undefined
  ready: Promise<unknown>
}

type AdoptedRelease = ReturnType<
  ReturnType<typeof hotCollection<typeof adoptedRelease>>['all']
>[number]

type Options = { store: DocumentStore; devRemotes: { name: string; url: string }[]; log: Log }

export function createCompositionService({ store, devRemotes, log }: Options): CompositionService {
  const broken = (id: string, cause: unknown) =>
    log.error('A stored release can’t be read.', { id, cause })
  const releases = hotCollection(store, releasesCollection, adoptedRelease, broken)
  const pointers = hotCollection(store, pointersCollection, releasePointer, broken)
  const askDevRemotes = createDevRemotes(devRemotes, log)
  const version = () => releases.version() + pointers.version()
  let kept: { version: number; remotes: ComposedRemote[] } | undefined

  const stored = (): ComposedRemote[] => {
    if (kept?.version === version()) return kept.remotes
    const remotes = pointers.all().flatMap(({ id: name, stable, lastGood }) => {
      const composed = [stable, ...lastGood].flatMap((release): ComposedRelease[] => {
        const found = releases.get(releaseKey(name, release))
        return found ? [{ ...found.manifest, base: `/remotes/${name}/${release}/` }] : []
      })
      return composed.length > 0 ? [{ name, releases: composed }] : []
    })
    kept = { version: version(), remotes: remotes.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
    return kept.remotes
  }

  const withDevRemotes = async (): Promise<ComposedRemote[]> => {
    const remotes = new Map(stored().map((remote) => [remote.name, remote]))
    for (const release of await askDevRemotes()) {
      const earlier = remotes.get(release.name)?.releases ?? []
      remotes.set(release.name, { name: release.name, releases: [release, ...earlier] })
    }
    return [...remotes.values()]
  }

  const all = async () => (devRemotes.length > 0 ? withDevRemotes() : stored())

  return {
    composition: async (audience) => compose(await all(), audience),
    policies: async () =>
      (await all()).flatMap(({ name, releases }) =>
        releases.map(({ release }) => trustedTypesPolicy(name, release)),
      ),
    version,
    changing: devRemotes.length > 0,
    adopted: (remote, release) => releases.get(releaseKey(remote, release)),
    ready: Promise.all([releases.ready, pointers.ready]),
  }
}

function compose(all: ComposedRemote[], audience: Audience): Composition {
  const remotes = all
    .map(({ name, releases }) => ({
      name,
      // An older release may have been for others than the newest.
      releases: releases.filter(
        (release) => audience === 'admins' || release.audience === 'members',
      ),
    }))
    .filter(({ releases }, index) => releases.length > 0 && releases[0] === all[index]!.releases[0])
  const ids = remotes.flatMap(({ releases }) =>
    releases.map(({ name, release, base }) => `${name} ${release} ${base}`),
  )
  const id = createHash('sha256').update(ids.join('\n')).digest('base64url').slice(0, 16)
  return { id, remotes }
}
