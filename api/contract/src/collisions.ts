import type { ReleaseManifest } from './releases.ts'

/** Beginnings of paths that are the portal's own. */
const reserved = /^\/(api|assets|remotes|emulator|healthz|readyz|metrics|login|__\w*)?(\/|$)/

/** What a release wants for itself. */
export type Claims = Pick<
  ReleaseManifest,
  'name' | 'release' | 'routes' | 'navigation' | 'slots' | 'global'
>

/** Where a release would stand in the way of another remote that runs: a sentence each, with both names. */
export function collisionsOf(given: Claims, live: readonly Claims[]): string[] {
  const own = given.routes
    .filter((route) => reserved.test(route))
    .map((route) => `The path ${route}, which ${nameOf(given)} claims, is the portal’s own.`)
  const taken = live
    .filter(({ name }) => name !== given.name)
    .flatMap((other) =>
      claimedTwice(given, other).map(
        (what) => `${what} is claimed by ${nameOf(given)} and by ${nameOf(other)}.`,
      ),
    )
  return [...own, ...taken]
}

function claimedTwice(given: Claims, other: Claims): string[] {
  const routes = given.routes.filter((one) => other.routes.some((two) => overlap(one, two)))
  const entries = given.navigation.filter(({ to, label }) =>
    [
      ...other.navigation.map((two) => two.to === to || sameLabel(two.label, label)),
      // An entry into another remote's pages is that remote's to show.
      ...other.routes.map((owned) => !isSingleName(owned) && isWithin(to, owned)),
    ].some(Boolean),
  )
  // Two parts with one number would change places as they like.
  const parts = given.slots.filter((one) =>
    other.slots.some((two) => two.slot === one.slot && two.order === one.order),
  )
  return [
    ...routes.map((route) => `The path ${route}`),
    ...entries.map(({ label, to }) => `The navigation entry “${label}” to ${to}`),
    ...parts.map(({ order, slot }) => `Place ${order} in the slot ${slot}`),
    ...(given.global === other.global ? [`The global ${given.global}`] : []),
  ]
}

/** Of two nested paths the longer one would take pages from the shorter one's remote. */
function overlap(one: string, two: string): boolean {
  // `/:name` takes what nobody owns, so that it is in nobody's way but another such one's.
  if (isSingleName(one) || isSingleName(two)) return isSingleName(one) && isSingleName(two)
  return isWithin(one, two) || isWithin(two, one)
}

function isSingleName(route: string): boolean {
  return /^\/:\w+$/.test(route)
}

function isWithin(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

function sameLabel(one: string, two: string): boolean {
  return one.trim().toLowerCase() === two.trim().toLowerCase()
}

function nameOf({ name, release }: Claims): string {
  return `${name} (${release})`
}
