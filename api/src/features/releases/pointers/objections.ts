import { collisionsOf } from '@portal/domain/release-collisions'
import { incompatibilitiesOf, type PortalVersions } from '@portal/domain/release-compatibility'
import { contractVersion, type ReleaseManifest } from '@portal/contract/releases'
import { Refusal } from '../../../refusal.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import type { Moved } from './pointer-moves.ts'
import { releaseKey, releasesCollection, pointersCollection } from '../release-records.ts'

/**
 * What the shell shares with remotes: modules with their versions and names. Unknown if it comes
 * from a development server.
 */
export type ShellOffer = Pick<PortalVersions, 'provided' | 'exportedNames'>

/** Why this portal's shell and API couldn't run a release; undefined if they can. */
export function incompatibilityOf(
  manifest: ReleaseManifest,
  offer: ShellOffer,
): Refusal | undefined {
  const { provided, exportedNames } = offer
  const [first] = incompatibilitiesOf(manifest, { contractVersion, provided, exportedNames })
  return first === undefined ? undefined : new Refusal('invalid', first)
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
  const [first] = collisionsOf(manifest, await liveReleases(transaction))
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

/** The releases of every remote that currently run for anyone. */
async function liveReleases(transaction: StoreOperations): Promise<ReleaseManifest[]> {
  const { documents } = await pointersCollection.in(transaction).list()
  const releases = releasesCollection.in(transaction)
  const keys = documents.flatMap(({ id, stable, candidate }) =>
    [stable, candidate?.release].flatMap((release) =>
      release === undefined ? [] : [releaseKey(id, release)],
    ),
  )
  const read = await Promise.all(keys.map((key) => releases.get(key)))
  return read.flatMap((release) => (release ? [release.manifest] : []))
}
