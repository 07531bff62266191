import type { Reply } from '@portal/contract/endpoint'
import type { PageOverride, startOverride } from '@portal/contract/overrides'
import { placedByPolicy } from '@portal/domain/remote-policy'
import { comparableEmail } from '@portal/domain/email-address'
import type { Person } from '@portal/contract/portal'
import {
  type ComposedRelease,
  type Composition,
  trustedTypesPolicy,
} from '@portal/contract/releases'
import { mustManagePortal, mustReplay, runsApprovedOnly } from '../../../access.ts'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import { ignoring, Refusal } from '../../../refusal.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import {
  type CompositionService,
  noComposition,
  stoppedRefusal,
} from '../composition/composition-service.ts'
import { incompatibilityOf, type ShellOffer } from '../pointers/objections.ts'
import { policyOf as policyOfRemote } from '../pointers/policy-service.ts'
import { createOverrideGrants } from './override-grants.ts'
import {
  type Override,
  type RequestedRemote,
  parseOverride,
  policyOf,
  withReleases,
} from './override-request.ts'
import type { PreviewsService } from '../previews/previews-service.ts'
import { approvedReleases, unapproved } from '../pointers/release-approvals.ts'

import { isWhole } from '../composition/release-files.ts'
import {
  type AdoptedRelease,
  cohortsCollection,
  offeredBy,
  pointersCollection,
  type StoredPointer,
} from '../release-records.ts'

/** What a page contains in addition to, or instead of, its reader's usual releases. */
export type RequestedPage = {
  /** As requested. */
  asked: string
  override: Omit<PageOverride, 'asked'>
  /** Absent if the usual composition runs. */
  composition?: Composition
  /** Trusted Types policies that it needs in addition to those of every page. */
  policies: string[]
  /** Development servers of its scripts and styles. */
  origins: string[]
}

export type OverridesService = {
  /** Undefined for a usual page. A refused override returns the usual page and the reason. */
  requestedPage: (
    person: Person,
    query: Record<string, string>,
  ) => Promise<RequestedPage | undefined>
  /** Whether a tab of this person could run a release of the remote now, the usual one or another. */
  mayRun: (person: Person, remote: string) => Promise<boolean>
  /** Starts an hour; repeating it during that hour changes nothing. */
  start: (
    person: Person,
    wanted: { remote: string; release: string },
  ) => Promise<Reply<typeof startOverride>>
}

/** A release that needs a grant; without `until` it has none yet. */
type Granted = { remote: string; release: string; until: string | undefined }

type ResolvedRemote = Pick<RequestedPage, 'policies' | 'origins'> & {
  requested: RequestedRemote
  release?: ComposedRelease
  /** Absent without a time limit. */
  grant?: Granted
}

type Parts = ShellOffer & {
  store: DocumentStore
  blobs: BlobStore
  compositions: Pick<CompositionService, 'composition' | 'byId' | 'adopted' | 'withSettings'>
  previews: Pick<PreviewsService, 'open' | 'compare' | 'releasesOf'>
  /** Who may override: the setting. */
  allowed: 'none' | 'admins' | 'localhost'
  now: () => Date
}

/** A tab that requests it runs different releases than the pointers offer. Only this service decides what may run. */
export function createOverridesService(parts: Parts): OverridesService {
  const { store, blobs, compositions, previews, allowed, now } = parts
  const grants = createOverrideGrants({ store, now })

  const pointerOf = (remote: string) => pointersCollection.in(store).get(remote)

  /**
   * Refuses stopped remotes, and to admins unapproved releases. Refuses denied releases: those only
   * run in a replay of a composition that contained them.
   */
  const refuseUnfit = async (person: Person, remote: string, release: string): Promise<void> => {
    const pointer = await pointerOf(remote)
    if (pointer?.stopped) throw stoppedRefusal(remote)
    if (pointer?.denied?.includes(release)) {
      throw new Refusal(
        'conflict',
        `${release} of ${remote} was denied: it can’t be run instead of the usual version.`,
      )
    }
    refuseUnapproved(person, pointer, remote, release)
  }

  /** Refuses what this shell can't run. */
  const runnable = async (remote: string, release: string): Promise<AdoptedRelease> => {
    const entry = compositions.adopted(remote, release)
    if (!entry) throw noRelease(remote, release)
    const misfit = incompatibilityOf(entry.manifest, parts)
    if (misfit) throw misfit
    if (await isWhole(blobs, entry)) return entry
    throw new Refusal('conflict', `Files of ${release} are missing or altered: publish it again.`)
  }

  const isInQa = async ({ email, isQa }: Person): Promise<boolean> => {
    if (isQa) return true
    const { documents } = await cohortsCollection.in(store).list()
    return documents.some(({ qa }) => qa.includes(comparableEmail(email)))
  }

  const replay = async (person: Person, id: string): Promise<Omit<RequestedPage, 'asked'>> => {
    if (allowed === 'none') throw new Refusal('forbidden', noOverrides)
    if (allowed === 'admins') mustReplay(person, { isInQa: await isInQa(person) })
    const composition = compositions.byId(person, id)
    const releases = composition.remotes.flatMap((remote) => remote.releases)
    const page = { composition, policies: releases.map(policyOf), origins: [] }
    if (allowed === 'localhost') return { ...page, override: { remotes: [] } }
    const granted: Granted[] = []
    for (const { name, releases: named } of composition.remotes) {
      const pointer = await pointerOf(name)
      const offered = pointer ? offeredBy(pointer) : []
      for (const { release } of named) {
        // Somebody runs it anyway: an address that names it gives nobody anything new.
        if (offered.includes(release)) continue
        // To anyone else it is as unknown as one that was never published.
        if (!person.isAdmin) throw noComposition()
        granted.push({ remote: name, release, until: await grants.until(person, name, release) })
      }
    }
    return questionOf(granted) ?? { ...page, override: { remotes: [], ...untilOf(granted) } }
  }

  /** Refuses what this person may not run. */
  const published = async (
    person: Person,
    name: string,
    release: string,
  ): Promise<ComposedRelease> => {
    const { manifest } = await runnable(name, release)
    await refuseUnfit(person, name, release)
    if (manifest.audience === 'admins' && !person.isAdmin) throw noRelease(name, release)
    const placed = placedByPolicy(manifest, await policyOfRemote(store, name))
    const base = `/remotes/${name}/${release}/`
    return compositions.withSettings(person, { ...placed, base })
  }

  const resolved = async (person: Person, wanted: RequestedRemote): Promise<ResolvedRemote> => {
    const { name } = wanted
    if ('address' in wanted) {
      if (allowed !== 'localhost') throw new Refusal('forbidden', publishedAlone)
      const policies = [trustedTypesPolicy(name, devRelease)]
      return { requested: wanted, policies, origins: [wanted.address] }
    }
    const release = await published(person, name, wanted.release)
    const override = { requested: wanted, release, policies: [policyOf(release)], origins: [] }
    if (allowed === 'localhost') return override
    const until = await grants.until(person, name, wanted.release)
    return { ...override, grant: { remote: name, release: wanted.release, until } }
  }

  const replaced = async (
    person: Person,
    remotes: RequestedRemote[],
  ): Promise<Omit<RequestedPage, 'asked'>> => {
    if (allowed === 'none') throw new Refusal('forbidden', noOverrides)
    if (allowed === 'admins') mustManagePortal(person)
    const all: ResolvedRemote[] = []
    for (const wanted of remotes) all.push(await resolved(person, wanted))
    const granted = all.flatMap(({ grant }) => grant ?? [])
    const question = questionOf(granted)
    if (question) return question
    const releases = all.flatMap(({ release }) => release ?? [])
    return {
      override: { remotes: all.map(({ requested }) => requested), ...untilOf(granted) },
      composition: withReleases(await compositions.composition(person), releases, person),
      policies: all.flatMap(({ policies }) => policies),
      origins: all.flatMap(({ origins }) => origins),
    }
  }

  const previewed = async (
    person: Person,
    secret: string,
  ): Promise<Omit<RequestedPage, 'asked'>> => {
    const opened = await previews.open(person, secret)
    const none = { policies: [], origins: [] }
    if ('isForOthers' in opened) {
      return { override: { remotes: [], refused: opened.isForOthers, isForOthers: true }, ...none }
    }
    const { id, remote, release: name, expiresAt } = opened
    const release = await published(person, remote, name)
    const usual = await compositions.composition(person)
    const comparison = await previews.compare(opened)
    const remotes = [{ name: remote, release: name }]
    return {
      override: { remotes, until: expiresAt, preview: { id, comparison } },
      composition: withReleases(usual, [release], person),
      policies: [policyOf(release)],
      origins: [],
    }
  }

  const pageFor = (person: Person, wish: Override): Promise<Omit<RequestedPage, 'asked'>> => {
    if ('remotes' in wish) return replaced(person, wish.remotes)
    if ('preview' in wish) return previewed(person, wish.preview)
    return replay(person, wish.composition)
  }

  return {
    async requestedPage(person, query) {
      const request = parseOverride(query)
      if (!request) return undefined
      const { asked, wish } = request
      try {
        if (!wish) throw new Refusal('badRequest', unreadable)
        return { ...(await pageFor(person, wish)), asked }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return {
          asked,
          override: { remotes: [], refused: error.message },
          policies: [],
          origins: [],
        }
      }
    },

    async mayRun(person, remote) {
      const { remotes } = await compositions.composition(person)
      if (remotes.some(({ name }) => name === remote)) return true
      // A tab may then run what is published nowhere.
      if (allowed !== 'admins') return allowed === 'localhost'
      const granted = person.isAdmin ? await grants.releasesOf(person, remote) : []
      for (const release of [...granted, ...(await previews.releasesOf(person, remote))]) {
        const isTheirs = await published(person, remote, release).then(
          () => true,
          ignoring('notFound', 'conflict', 'invalid', 'forbidden'),
        )
        if (isTheirs) return true
      }
      return false
    },

    async start(person, { remote, release }) {
      mustManagePortal(person)
      if (allowed === 'none') throw new Refusal('forbidden', noOverrides)
      await runnable(remote, release)
      refuseUnapproved(person, await pointerOf(remote), remote, release)
      return { remote, release, until: await grants.give(person, remote, release) }
    },
  }
}

function noRelease(remote: string, release: string): Refusal {
  return new Refusal('notFound', `${remote} has no release ${release}.`)
}

/** People with admin rights run only approved releases: code acts with their rights. */
function refuseUnapproved(
  person: Person,
  pointer: StoredPointer | undefined,
  remote: string,
  release: string,
): void {
  const isApproved = pointer !== undefined && approvedReleases(pointer).has(release)
  if (runsApprovedOnly(person) && !isApproved) throw unapproved(remote, release)
}

/** Requires every grant before anything runs: half of the request would be a different one. */
function questionOf(granted: Granted[]): Omit<RequestedPage, 'asked'> | undefined {
  const grantable = granted
    .filter(({ until }) => until === undefined)
    .map(({ remote, release }) => ({ remote, release }))
  if (grantable.length === 0) return undefined
  return { override: { remotes: [], grantable }, policies: [], origins: [] }
}

/** Until the first of the grants ends. */
function untilOf(granted: Granted[]): { until?: string } {
  const [until] = granted.flatMap((each) => each.until ?? []).toSorted()
  return until === undefined ? {} : { until }
}

/** The release name of a remote's development build. */
const devRelease = 'dev'

const noOverrides = 'This portal allows no overrides.'
const publishedAlone = 'This portal runs only published releases, none from localhost.'
const unreadable =
  'An override has the form meetings@1.2.0-abc, or meetings@http://localhost:3011 for a developer’s server.'
