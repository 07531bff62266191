import type { ReleaseManifest } from '@portal/contract/releases'
import { Refusal } from '../refusal.ts'

/** Beginnings of paths that are the portal's own. */
const reserved = /^\/(api|assets|remotes|emulator|healthz|readyz|metrics|sign-in|__\w*)?(\/|$)/

/** Refuses a release that would stand in the way of another remote that runs: both are named. */
export function refuseCollision(given: ReleaseManifest, live: readonly ReleaseManifest[]): void {
  const own = given.routes.find((route) => reserved.test(route))
  if (own !== undefined)
    throw taken(`The path ${own}, which ${nameOf(given)} claims, is the portal’s own.`)
  for (const other of live) {
    if (other.name === given.name) continue
    const what = collisionOf(given, other)
    if (what) throw taken(`${what} is claimed by ${nameOf(given)} and by ${nameOf(other)}.`)
  }
}

function collisionOf(given: ReleaseManifest, other: ReleaseManifest): string | undefined {
  const route = given.routes.find((one) => other.routes.some((two) => overlap(one, two)))
  if (route !== undefined) return `The path ${route}`
  const entry = given.navigation.find(({ to, label }) =>
    [
      ...other.navigation.map((two) => two.to === to || sameLabel(two.label, label)),
      // An entry into another remote's pages is that remote's to show.
      ...other.routes.map((owned) => !isSingleName(owned) && isWithin(to, owned)),
    ].some(Boolean),
  )
  if (entry) return `The navigation entry “${entry.label}” to ${entry.to}`
  // Two parts with one number would change places as they like.
  const part = given.slots.find((one) =>
    other.slots.some((two) => two.slot === one.slot && two.order === one.order),
  )
  if (part) return `Place ${part.order} in the slot ${part.slot}`
  return given.global === other.global ? `The global ${given.global}` : undefined
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

function nameOf({ name, release }: ReleaseManifest): string {
  return `${name} (${release})`
}

function taken(sentence: string): Refusal {
  return new Refusal('conflict', sentence)
}
