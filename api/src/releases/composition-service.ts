import { createHash } from 'node:crypto'
import {
  type ComposedRelease,
  type ComposedRemote,
  type Composition,
  trustedTypesPolicy,
} from '@portal/contract/releases'
import type { Audience } from '../access.ts'
import type { BlobStore } from '../documents/blob-store.ts'
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
import { isWhole } from './release-files.ts'

export type CompositionService = {
  /** Which release of which remote this audience runs. Members never receive a remote for admins. */
  composition: (audience: Audience) => Promise<Composition>
  /**
   * The Trusted Types policies of every release anyone may run: people sign out and in within one page, and its
   * policy can't change. So everyone reads the names of releases for admins, which are no secret: their files
   * are public as all scripts are, and what they show comes from the API.
   */
  policies: () => Promise<string[]>
  /** Rises with every change of a pointer or release. */
  version: () => number
  /** Developers' servers are asked anew each time, so nothing may be kept. */
  changing: boolean
  /** An adopted release's record, for serving its files. */
  adopted: (remote: string, release: string) => AdoptedRelease | undefined
  /** Told when a file of a release turns out to be gone: nobody is offered that release any more. */
  lose: (adopted: AdoptedRelease) => void
  ready: Promise<unknown>
}

type AdoptedRelease = ReturnType<
  ReturnType<typeof hotCollection<typeof adoptedRelease>>['all']
>[number]

/** `audience` is the stable release's, whichever stands in for it. */
type OfferedRemote = ComposedRemote & { audience: Audience }

type Options = {
  store: DocumentStore
  blobs: BlobStore
  devRemotes: { name: string; url: string }[]
  log: Log
}

export function createCompositionService(options: Options): CompositionService {
  const { store, blobs, devRemotes, log } = options
  const broken = (id: string, cause: unknown) =>
    log.error('A stored release can’t be read.', { id, cause })
  const releases = hotCollection(store, releasesCollection, adoptedRelease, broken)
  const pointers = hotCollection(store, pointersCollection, releasePointer, broken)
  const askDevRemotes = createDevRemotes(devRemotes, log)
  /** Releases whose files are gone, with the revision of their record: one adopted again is whole again. */
  const lost = new Map<string, number>()
  let losses = 0
  const version = () => releases.version() + pointers.version() + losses
  let kept: { version: number; remotes: OfferedRemote[] } | undefined

  const stored = (): OfferedRemote[] => {
    if (kept?.version === version()) return kept.remotes
    const remotes = pointers.all().flatMap(({ id: name, stable, lastGood }) => {
      const composed = [stable, ...lastGood].flatMap((release): ComposedRelease[] => {
        const found = releases.get(releaseKey(name, release))
        return found ? [{ ...found.manifest, base: `/remotes/${name}/${release}/` }] : []
      })
      const [first] = composed
      if (!first) return []
      return [{ name, audience: first.audience, releases: wholeOnes(composed) }]
    })
    kept = { version: version(), remotes: remotes.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
    return kept.remotes
  }

  /** Without those that can't be loaded; all of them where none can, so that the remote's place says so. */
  const wholeOnes = (composed: ComposedRelease[]): ComposedRelease[] => {
    const whole = composed.filter(({ name, release }) => {
      const found = releases.get(releaseKey(name, release))
      return found && lost.get(found.id) !== found.revision
    })
    return whole.length > 0 ? whole : composed
  }

  const lose = (found: AdoptedRelease) => {
    if (lost.get(found.id) === found.revision) return
    lost.set(found.id, found.revision)
    losses++
    log.error('Files of a release are gone; others stand in for it where they can.', {
      release: found.id,
    })
  }

  const findLost = async () => {
    for (const { id: name, stable, lastGood } of pointers.all()) {
      for (const release of [stable, ...lastGood]) {
        const found = releases.get(releaseKey(name, release))
        if (found && !(await isWhole(blobs, found))) lose(found)
      }
    }
  }

  const withDevRemotes = async (): Promise<OfferedRemote[]> => {
    const remotes = new Map(stored().map((remote) => [remote.name, remote]))
    for (const release of await askDevRemotes()) {
      const earlier = remotes.get(release.name)?.releases ?? []
      const { name, audience } = release
      remotes.set(name, { name, audience, releases: [release, ...earlier] })
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
    lose,
    ready: Promise.all([releases.ready, pointers.ready]).then(findLost),
  }
}

function compose(all: OfferedRemote[], audience: Audience): Composition {
  const isFor = (offered: { audience: Audience }) =>
    audience === 'admins' || offered.audience === 'members'
  const remotes = all
    .filter(isFor)
    // An older release may have been for others than the newest.
    .map(({ name, releases }) => ({ name, releases: releases.filter(isFor) }))
    .filter(({ releases }) => releases.length > 0)
  const ids = remotes.flatMap(({ releases }) =>
    releases.map(({ name, release, base }) => `${name} ${release} ${base}`),
  )
  const id = createHash('sha256').update(ids.join('\n')).digest('base64url').slice(0, 16)
  return { id, remotes }
}
