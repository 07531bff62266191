import type { ComposedRelease, Composition } from '@portal/contract/releases'

/** Up to this many remotes, a composition lists each release in full: opening one then takes no further request. */
export const mostWhole = 12

/**
 * A composition of many remotes for a tab: full entries only for what `isOpened` names, by its first release. For the
 * others it has what the menu, the dashboard and the routes need, and the names of fallbacks.
 */
export function briefComposition(
  all: Composition,
  isOpened: (first: ComposedRelease) => boolean = () => false,
): Composition {
  if (all.remotes.length <= mostWhole) return all
  const remotes = all.remotes.map((remote) => {
    const [first, ...fallbacks] = remote.releases
    const opened = isOpened(first!) ? first! : withoutFiles(first!)
    return { ...remote, releases: [opened, ...fallbacks.map(named)] }
  })
  return { ...all, remotes }
}

/** A developer's server has no record at its address that a page could read. */
function withoutFiles(release: ComposedRelease): ComposedRelease {
  if (release.dev) return release
  const {
    sharedFirst: _,
    stylesFirst: __,
    screens: ___,
    commit: ____,
    contractRange: _____,
    ...kept
  } = release
  return { ...kept, shared: {}, files: [], preload: {}, brief: true }
}

function named(fallback: ComposedRelease): ComposedRelease {
  const { reading: _, ...kept } = withoutFiles(fallback)
  return kept.brief ? { ...kept, routes: [], navigation: [], slots: [] } : fallback
}
