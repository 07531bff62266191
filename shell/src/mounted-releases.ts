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

const mounted = new Set<MountedRelease>()

/** Returns a function that removes it. */
export function addMounted(one: MountedRelease): () => void {
  mounted.add(one)
  return () => void mounted.delete(one)
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
