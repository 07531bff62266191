import { accountPath, searchPath } from './shell-paths.ts'
import type { ComposedRelease, Composition } from '@portal/contract/releases'

/** The release whose declaration counts until code runs: the first in loading order. */
export function firstRelease(composition: Composition, name: string): ComposedRelease | undefined {
  return composition.remotes.find((remote) => remote.name === name)?.releases[0]
}

/** The shell’s own pages with a single name. */
const ownPaths = [accountPath, searchPath]

/** The remote that a path belongs to; the longest prefix wins. */
export function ownerOf(composition: Composition, path: string): string | undefined {
  const claims = composition.remotes.flatMap(({ name, releases }) =>
    releases[0]!.routes
      .filter((prefix) => isWithin(path, prefix))
      .map((prefix) => ({ name, prefix })),
  )
  return claims.toSorted((a, b) => b.prefix.length - a.prefix.length)[0]?.name
}

/**
 * The remote whose screens are searched for a path: its owner, else the remote that takes single
 * names (`/bylaws`) by declaring `/:resourceId`.
 */
export function remoteForPath(composition: Composition, path: string): string | undefined {
  const owner = ownerOf(composition, path)
  if (owner || !/^\/[^/]+$/.test(path) || ownPaths.includes(path)) return owner
  const isStopped = composition.stopped?.some(({ routes }) => routes.includes(path))
  if (isStopped) return undefined
  const singleNameRemote = composition.remotes.find(({ releases }) =>
    releases[0]!.routes.some((route) => /^\/:\w+$/.test(route)),
  )
  return singleNameRemote?.name
}

/** The files of a release that a path needs first, by the longest prefix it was built with. */
export function filesFor(release: ComposedRelease, path: string): string[] {
  const prefixes = Object.keys(release.preload).filter((key) => isWithin(path, key))
  const longest = prefixes.toSorted((a, b) => b.length - a.length)[0]
  return longest ? release.preload[longest]! : []
}

function isWithin(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}
