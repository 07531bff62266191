import type { ComposedRelease } from '@portal/contract/releases'

/** A release with a screen or a part on this page. */
export type MountedRelease = {
  release: ComposedRelease
  isCandidate: boolean
  /** The pattern of its route. */
  route: string
  /** Shows the failure in its place, or another release. */
  fail: (error: Error) => void
}

/** A release on a route, without an address. */
export type PlacedRelease = { remote: string; release: string; route: string }

export function placeKey({ remote, release, route }: PlacedRelease): string {
  return `${remote}@${release} ${route}`
}

const mounted = new Set<MountedRelease>()

/** Every release and route that this tab has shown. */
const shown = new Map<string, PlacedRelease>()

/** Returns a function that removes it. */
export function addMounted(one: MountedRelease): () => void {
  mounted.add(one)
  const { release, route } = one
  const place = { remote: release.name, release: release.release, route }
  shown.set(placeKey(place), place)
  return () => void mounted.delete(one)
}

export function shownReleases(): PlacedRelease[] {
  return [...shown.values()]
}

/**
 * The release that is responsible for the whole page: the only one on it, or among several the only
 * candidate, because that is what has changed. Otherwise nobody can say which one it is.
 */
export function responsibleRelease(): MountedRelease | undefined {
  return onlyOne([...mounted]) ?? onlyOne([...mounted].filter(({ isCandidate }) => isCandidate))
}

function onlyOne(these: MountedRelease[]): MountedRelease | undefined {
  const [first, ...others] = these
  const isSame = ({ release }: MountedRelease) =>
    release.name === first!.release.name && release.release === first!.release.release
  return others.every(isSame) ? first : undefined
}
