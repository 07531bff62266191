import { isDeepStrictEqual } from 'node:util'
import { collisionsOf } from '@portal/domain/release-collisions'
import { placedByPolicy, policyFaults } from '@portal/domain/remote-policy'
import { incompatibilitiesOf, type PortalVersions } from '@portal/domain/release-compatibility'
import { endingSupport } from '@portal/domain/release-support'
import { contractVersion, type ReleaseManifest } from '@portal/contract/releases'
import { Refusal } from '../../../refusal.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import type { Moved } from './pointer-moves.ts'
import {
  policiesCollection,
  pointersCollection,
  releaseKey,
  releasesCollection,
  readable,
  type StoredPolicy,
} from '../release-records.ts'

/**
 * What the shell shares with remotes: modules with their versions and names. Unknown if it comes
 * from a development server.
 */
export type ShellOffer = Pick<PortalVersions, 'provided' | 'exportedNames' | 'support'>

/** Why this portal's shell and API couldn't run a release; undefined if they can. */
export function incompatibilityOf(
  manifest: ReleaseManifest,
  offer: ShellOffer,
): Refusal | undefined {
  const { provided, exportedNames, support } = offer
  const portal = { contractVersion, provided, exportedNames, support }
  const [first] = incompatibilitiesOf(manifest, portal)
  return first === undefined ? undefined : new Refusal('invalid', first)
}

/** What a release uses that this portal serves for a limited time, as its record shows it. */
export function shownSupport(manifest: ReleaseManifest, { support }: ShellOffer) {
  const ending = support ? endingSupport(manifest, support) : []
  return ending.length > 0 ? { ending } : {}
}

/**
 * Why a release must not be served to anyone as its first choice: it couldn't run here, or collides with another
 * running remote, which is named. Undefined without an objection. Only running releases count: a fallback is checked
 * when it replaces another one.
 */
export async function objectionTo(
  transaction: StoreOperations,
  manifest: ReleaseManifest,
  offer: ShellOffer,
): Promise<Refusal | undefined> {
  const misfit = incompatibilityOf(manifest, offer)
  if (misfit) return misfit
  const policies = await policiesIn(transaction)
  const [first] = collisionsOf(
    placed(manifest, policies),
    await liveReleases(transaction, policies),
  )
  return first === undefined ? undefined : new Refusal('conflict', first)
}

/** The same for a release by its name. */
export async function objectionToRelease(
  transaction: StoreOperations,
  remote: string,
  release: string,
  offer: ShellOffer,
): Promise<Refusal | undefined> {
  const releases = releasesCollection.in(transaction)
  const known = await releases.get(releaseKey(remote, release))
  if (!known) return new Refusal('notFound', `${remote} has no release ${release}.`)
  return objectionTo(transaction, known.manifest, offer)
}

/** What the portal's policy for its remote doesn't allow a release; undefined if it allows it. */
export function objectionByPolicy(
  manifest: ReleaseManifest,
  policy: StoredPolicy,
): Refusal | undefined {
  const faults = policyFaults(manifest, policy)
  return faults.length === 0 ? undefined : new Refusal('conflict', faults.join(' '))
}

/** Why a remote's running releases can't be where a changed policy puts them. */
export async function objectionToPlaces(
  transaction: StoreOperations,
  remote: string,
  next: StoredPolicy,
  before: StoredPolicy | undefined,
): Promise<Refusal | undefined> {
  const places = ({ slots, order }: Partial<StoredPolicy> = {}) => ({ slots, order })
  if (isDeepStrictEqual(places(next), places(before))) return undefined
  const policies = await policiesIn(transaction)
  const live = await liveReleases(transaction, policies.set(remote, next))
  const own = live.filter(({ name }) => name === remote)
  const [first] = own.flatMap((release) => collisionsOf(release, live))
  return first === undefined ? undefined : new Refusal('conflict', first)
}

/** The releases of a remote that could be promoted. */
export async function withoutObjection(
  transaction: StoreOperations,
  remote: string,
  releases: readonly string[],
  offer: ShellOffer,
): Promise<Set<string>> {
  const objections = await Promise.all(
    releases.map((release) => objectionToRelease(transaction, remote, release, offer)),
  )
  return new Set(releases.filter((_, n) => !objections[n]))
}

/**
 * Refuses a move with an objection, unless that is overruled: then the move records it.
 */
export function enforceObjections(
  moved: Moved,
  given: readonly (Refusal | undefined)[],
  isOverruled: boolean,
): Moved {
  const objections = given.filter((refusal) => refusal !== undefined)
  const [first] = objections
  if (!first) return moved
  if (!isOverruled) throw first
  const despite = objections.map(({ message }) => message).join(' ')
  return { ...moved, move: { ...moved.move, despite } }
}

type Policies = Map<string, StoredPolicy>

/** The policies of all remotes that can be read. */
export async function policiesIn(transaction: StoreOperations): Promise<Policies> {
  const { documents } = await policiesCollection.in(transaction).findAll(readable)
  return new Map(documents.map((policy) => [policy.id, policy]))
}

function placed(manifest: ReleaseManifest, policies: Policies): ReleaseManifest {
  return placedByPolicy(manifest, policies.get(manifest.name) ?? {})
}

/** The releases of every remote that currently run for anyone, where their policies put them. */
async function liveReleases(
  transaction: StoreOperations,
  policies: Policies,
): Promise<ReleaseManifest[]> {
  const { documents } = await pointersCollection.in(transaction).findAll(readable)
  const releases = releasesCollection.in(transaction)
  const keys = documents.flatMap(({ id, stable, candidate }) =>
    [stable, candidate?.release].flatMap((release) =>
      release === undefined ? [] : [releaseKey(id, release)],
    ),
  )
  const read = await Promise.all(keys.map((key) => releases.get(key)))
  return read.flatMap((release) => (release ? [placed(release.manifest, policies)] : []))
}
