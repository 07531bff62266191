import type { PlacedRelease } from '../mounted-releases.ts'

/**
 * The release that shows an element; undefined for the shell's own, and for one that has left the
 * page. Scripts say nothing about that: React's work for every remote is in the shell's script.
 */
export function releaseOfElement(node: Node | null | undefined): PlacedRelease | undefined {
  const element = node instanceof Element ? node : node?.parentElement
  const { remote, release, route } = element?.closest<HTMLElement>('[data-remote]')?.dataset ?? {}
  if (remote === undefined || release === undefined || route === undefined) return undefined
  return { remote, release, route }
}
