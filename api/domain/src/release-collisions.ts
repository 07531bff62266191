/** Path prefixes reserved for the portal. */
const reserved =
  /^\/(api|assets|remotes|emulator|healthz|readyz|metrics|login|choose-password|account|__\w*)?(\/|$)/

/** What a release claims for itself. */
export type ReleaseClaims = {
  name: string
  release: string
  routes: readonly string[]
  navigation: readonly { to: string; label: string }[]
  slots: readonly { slot: string; order: number }[]
  global: string
}

/** Every conflict between a release and the portal or the other running remotes, one sentence each. */
export function collisionsOf(given: ReleaseClaims, live: readonly ReleaseClaims[]): string[] {
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

function claimedTwice(given: ReleaseClaims, other: ReleaseClaims): string[] {
  const routes = given.routes.filter((route) => other.routes.some((two) => overlap(route, two)))
  const entries = given.navigation.filter(({ to, label }) =>
    [
      ...other.navigation.map((two) => two.to === to || sameLabel(two.label, label)),
      // Only a remote itself may link to its own pages.
      ...other.routes.map((owned) => !isSingleName(owned) && isWithin(to, owned)),
    ].some(Boolean),
  )
  // Two parts with the same order would have no defined sequence.
  const parts = given.slots.filter((slot) =>
    other.slots.some((two) => two.slot === slot.slot && two.order === slot.order),
  )
  return [
    ...routes.map((route) => `The path ${route}`),
    ...entries.map(({ label, to }) => `The navigation entry “${label}” to ${to}`),
    ...parts.map(({ order, slot }) => `Place ${order} in the slot ${slot}`),
    ...(given.global === other.global ? [`The global ${given.global}`] : []),
  ]
}

/** Nested paths conflict, because the longer one would take pages from the shorter one's remote. */
function overlap(a: string, b: string): boolean {
  // `/:name` matches only unclaimed paths, so it conflicts only with another such route.
  if (isSingleName(a) || isSingleName(b)) return isSingleName(a) && isSingleName(b)
  return isWithin(a, b) || isWithin(b, a)
}

function isSingleName(route: string): boolean {
  return /^\/:\w+$/.test(route)
}

function isWithin(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

function sameLabel(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

function nameOf({ name, release }: ReleaseClaims): string {
  return `${name} (${release})`
}
