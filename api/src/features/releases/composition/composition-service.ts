import type { Person } from '@portal/contract/portal'
import type { ComposedRelease, Composition } from '@portal/contract/releases'
import { placedByPolicy } from '@portal/domain/remote-policy'
import { type Audience, audienceOf, type FileReader, runsApprovedOnly } from '../../../access.ts'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { Refusal } from '../../../refusal.ts'
import type { HotCollection } from '../../../platform/store/collection.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { briefComposition } from './brief-composition.ts'
import { compose, isFor, remotesInId, type OfferedRemote } from './compose.ts'
import { createDevRemotes } from './dev-remotes.ts'
import {
  adoptedRelease,
  cohortsCollection,
  offeredBy,
  pointersCollection,
  policiesCollection,
  releaseKey,
  releasesCollection,
  settingsCollection,
} from '../release-records.ts'
import { isWhole } from './release-files.ts'
import { approvedReleases, unapproved } from '../pointers/release-approvals.ts'
import { withSettings } from '../settings/settings-for-person.ts'
import { isChosen, isInShare } from './share.ts'

export type CompositionService = {
  /** Which release of which remote this person runs. Members never receive a remote for admins. */
  composition: (person: Person) => Promise<Composition>
  /** Whether this person runs the release now, or has it as a fallback. */
  isOffered: (person: Person, remote: string, release: string) => boolean
  /** Whether this person was chosen to run a remote's candidates, rather than selected at random. */
  isChosen: (person: Person, remote: string) => boolean
  /**
   * A composition by its id, regardless of the current pointers. Refuses one with a remote that isn't
   * for this person or is stopped; to admins, one with an unapproved release; to everyone else, one
   * with a denied release.
   */
  byId: (person: Person, id: string) => Composition
  /** A composition of many remotes as a tab reads it: full entries only for what it opens, by its first release. */
  inBrief: (whole: Composition, isOpened?: (first: ComposedRelease) => boolean) => Composition
  /** A release with the settings that this person gets. */
  withSettings: (person: Person, release: ComposedRelease) => ComposedRelease
  /** Incremented with every change of a pointer, release or setting. */
  version: () => number
  /** Development servers are requested each time, so nothing may be cached. */
  changing: boolean
  /** An adopted release's record, without checking who may run it. */
  adopted: (remote: string, release: string) => AdoptedRelease | undefined
  /**
   * The record of a release whose files this reader may have: a person reads those that they may run, an admin's
   * program and the gate runner all, and a release token those of its own remote and, for the gate, those that others are offered.
   */
  readable: (reader: FileReader, remote: string, release: string) => AdoptedRelease | undefined
  /**
   * Called when a file of a release turns out to be missing or altered: that release isn't offered
   * to anyone any more.
   */
  lose: (adopted: AdoptedRelease) => void
  ready: Promise<unknown>
}

type AdoptedRelease = ReturnType<HotCollection<typeof adoptedRelease>['all']>[number]

type StoredRemote = {
  /** What everyone runs. */
  stable: OfferedRemote | undefined
  /** Preferred to it, for people in the candidate's share. */
  candidate: ComposedRelease | undefined
  /** The only releases that people with admin rights are served. */
  approved: Set<string>
  isStopped: boolean
}

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  devRemotes: { name: string; url: string }[]
  metrics: Metrics
  log: Log
}

export function createCompositionService(options: Parts): CompositionService {
  const { store, blobs, devRemotes, metrics, log } = options
  const broken = (id: string, cause: unknown) =>
    log.error('A stored release can’t be read.', { id, cause })
  const releases = releasesCollection.hot(store, broken, 'releases')
  const pointers = pointersCollection.hot(store, broken, 'releases in use')
  const cohorts = cohortsCollection.hot(store, broken, 'QA cohorts')
  /** Its pointer may be damaged: nothing is known about what was stopped, denied or approved. */
  const isUnknown = (name: string) => pointers.hasDamage() && pointers.get(name) === undefined
  // Without them the defaults count, no own backend is asked, and nothing of the remote is published or promoted.
  const policies = policiesCollection.hot(store, broken, 'limits of remotes')
  const settings = settingsCollection.hot(store, broken, 'settings of remotes')
  const askDevRemotes = createDevRemotes(devRemotes, log)
  /**
   * Releases whose files are missing, with the revision of their record: adopting them again makes
   * them complete.
   */
  const lost = new Map<string, number>()
  let losses = 0
  const watched = [releases, pointers, cohorts, policies, settings]
  metrics.gauge(
    'portal_release_unreadable_documents',
    'Stored releases, pointers, cohorts, policies and settings that can’t be read and are left out; 0 for none.',
    () => watched.reduce((sum, each) => sum + each.unreadable(), 0),
  )
  const version = () => watched.reduce((sum, each) => sum + each.version(), losses)
  let cached: { version: number; remotes: Map<string, StoredRemote> } | undefined

  const composed = (name: string, release: string): ComposedRelease[] => {
    const entry = releases.get(releaseKey(name, release))
    if (!entry) return []
    // A page has no use for it, because it contains all of it.
    const { parts: _parts, ...manifest } = entry.manifest
    const placed = placedByPolicy(manifest, policies.get(name) ?? {})
    return [{ ...placed, base: `/remotes/${name}/${release}/` }]
  }

  const stored = (): Map<string, StoredRemote> => {
    if (cached?.version === version()) return cached.remotes
    const all = pointers.all().toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const remotes = all.map((pointer): [string, StoredRemote] => {
      const { id: name, stable, lastGood, candidate } = pointer
      const first = stable === undefined ? [] : [stable]
      const everyone = [...first, ...lastGood].flatMap((release) => composed(name, release))
      const [next] = candidate ? composed(name, candidate.release).filter(isThere) : []
      const audience = everyone[0]?.audience
      return [
        name,
        {
          stable: audience && { name, audience, releases: wholeOnes(everyone) },
          candidate: next,
          approved: approvedReleases(pointer),
          isStopped: pointer.stopped !== undefined,
        },
      ]
    })
    cached = { version: version(), remotes: new Map(remotes) }
    return cached.remotes
  }

  /** For this person: the candidate first if they are in its share; for admins only approved releases. */
  const offeredTo = (person: Person): OfferedRemote[] =>
    [...stored()].flatMap(([name, { stable, candidate: next, approved, isStopped }]) => {
      const maySee = ({ release }: ComposedRelease) =>
        !runsApprovedOnly(person) || approved.has(release)
      const candidate = pointers.get(name)?.candidate
      const isTheirs = candidate && isInShare(person, name, candidate, cohorts.get(name))
      const first = next && isTheirs && maySee(next) ? [next] : []
      const served = [...first, ...(stable?.releases ?? []).filter(maySee)]
      const [running] = served
      if (!running) return []
      const offered = { name, audience: stable?.audience ?? running.audience, releases: served }
      if (isStopped) {
        // The declaration of a release that they may not load is as private as its code.
        const declared = served.find(isFor(audienceOf(person)))
        return declared ? [asStopped(offered, declared)] : []
      }
      return [first.length > 0 ? { ...offered, candidate: true } : offered]
    })

  const isThere = ({ name, release }: ComposedRelease): boolean => {
    const entry = releases.get(releaseKey(name, release))
    return entry !== undefined && lost.get(entry.id) !== entry.revision
  }

  /**
   * Without those that can't be loaded; all of them if none can, so that the remote's place shows
   * an error.
   */
  const wholeOnes = (all: ComposedRelease[]): ComposedRelease[] => {
    const whole = all.filter(isThere)
    return whole.length > 0 ? whole : all
  }

  const lose = (entry: AdoptedRelease) => {
    if (lost.get(entry.id) === entry.revision) return
    lost.set(entry.id, entry.revision)
    losses++
    log.error(
      'Files of a release are missing or altered; its fallbacks run instead, if there are any.',
      {
        release: entry.id,
      },
    )
  }

  const findLost = async () => {
    for (const pointer of pointers.all()) {
      for (const release of offeredBy(pointer)) {
        const entry = releases.get(releaseKey(pointer.id, release))
        if (entry && !(await isWhole(blobs, entry))) lose(entry)
      }
    }
  }

  const withDevRemotes = async (offered: OfferedRemote[]): Promise<OfferedRemote[]> => {
    const remotes = new Map(offered.map((remote) => [remote.name, remote]))
    for (const release of await askDevRemotes()) {
      if (isUnknown(release.name) || pointers.get(release.name)?.stopped) continue
      const earlier = remotes.get(release.name)?.releases ?? []
      const { name, audience } = release
      remotes.set(name, { name, audience, releases: [release, ...earlier] })
    }
    return [...remotes.values()]
  }

  const withDev = async (offered: OfferedRemote[]) =>
    devRemotes.length > 0 ? withDevRemotes(offered) : offered

  /** Admins run what an admin has approved; members run what is for members and isn't denied. */
  const mayRun = (person: Person, { manifest }: AdoptedRelease, isPage: boolean): boolean => {
    const { name, release, audience } = manifest
    if (audienceOf(person) === 'outsiders') return false
    const pointer = pointers.get(name)
    if (isUnknown(name)) return false
    if (runsApprovedOnly(person)) {
      return !isPage || (pointer !== undefined && approvedReleases(pointer).has(release))
    }
    const audiences: (Audience | undefined)[] = [audience, stored().get(name)?.stable?.audience]
    return !audiences.includes('admins') && pointer?.denied?.includes(release) !== true
  }

  const isOfferedToAnyone = ({ manifest }: AdoptedRelease): boolean => {
    const pointer = pointers.get(manifest.name)
    return pointer !== undefined && offeredBy(pointer).includes(manifest.release)
  }

  const settled = (person: Person, release: ComposedRelease): ComposedRelease => {
    const values = settings.get(release.name)?.values
    const own = cohorts.get(release.name)
    return values
      ? withSettings(release, { person, values, ...(own && { cohorts: own }) })
      : release
  }

  const composedFor = (person: Person, offered: OfferedRemote[]): Composition => {
    const own = offered.map((remote) => ({
      ...remote,
      releases: remote.releases.map((release) => settled(person, release)),
    }))
    return compose(own, audienceOf(person))
  }

  return {
    composition: async (person) => composedFor(person, await withDev(offeredTo(person))),
    isOffered: (person, remote, release) =>
      compose(offeredTo(person), audienceOf(person))
        .remotes.find(({ name }) => name === remote)
        ?.releases.some((other) => other.release === release) ?? false,
    isChosen: (person, remote) => isChosen(person, cohorts.get(remote)),
    byId(person, id) {
      const named = remotesInId(id)
      const remotes = named?.map(({ name, releases: ids, isStopped }): OfferedRemote => {
        const pointer = pointers.get(name)
        if (isStopped) {
          const [stable] = pointer?.stable === undefined ? [] : composed(name, pointer.stable)
          const none = { name, audience: stable?.audience ?? 'admins', releases: [] }
          return stable ? asStopped(none, stable) : none
        }
        const offered = isUnknown(name) ? [] : ids.flatMap((release) => composed(name, release))
        // A person who may load none of them doesn't learn that the remote exists.
        if (pointer?.stopped && offered.some(isFor(audienceOf(person)))) throw stoppedRefusal(name)
        const approved = pointer ? approvedReleases(pointer) : new Set()
        const risky = offered.find(
          ({ release }) => runsApprovedOnly(person) && !approved.has(release),
        )
        if (risky) throw unapproved(name, risky.release)
        const denied = new Set(runsApprovedOnly(person) ? [] : pointer?.denied)
        const usable = offered.filter(({ release }) => !denied.has(release))
        return { name, audience: usable[0]?.audience ?? 'admins', releases: usable }
      })
      // Omitting anything makes it a different composition.
      const made = remotes && composedFor(person, remotes)
      if (made?.id === id) return made
      throw noComposition()
    },
    inBrief: briefComposition,
    withSettings: settled,
    version,
    changing: devRemotes.length > 0,
    adopted: (remote, release) => releases.get(releaseKey(remote, release)),
    readable(reader, remote, release) {
      const entry = releases.get(releaseKey(remote, release))
      if (!entry) return undefined
      if ('key' in reader) return entry
      const isTheirs =
        'releaseToken' in reader
          ? reader.releaseToken.remote === remote || isOfferedToAnyone(entry)
          : mayRun(reader.person, entry, reader.isPage)
      return isTheirs ? entry : undefined
    },
    lose,
    ready: Promise.all(watched.map((each) => each.ready)).then(findLost),
  }
}

/**
 * Drops the code and keeps the declaration, so that the remote's pages and parts can show a message.
 */
function asStopped(
  remote: OfferedRemote,
  { name, routes, navigation, slots }: ComposedRelease,
): OfferedRemote {
  return { ...remote, stopped: { name, routes, navigation, slots } }
}

export function noComposition(): Refusal {
  return new Refusal('notFound', 'There is no such composition.')
}

/** Why no release of a remote is served to anyone. */
export function stoppedRefusal(remote: string): Refusal {
  return new Refusal(
    'conflict',
    `${remote} is stopped for everyone: an admin starts it again on Releases.`,
  )
}
