import type { ComposedRelease } from '@portal/contract/releases'
import { noteDuration } from './release-timing.ts'

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

/** Releases whose code is being loaded and run for the first time. */
const starting = new Set<ComposedRelease>()

/** The latest ones whose code has run. */
let started: ComposedRelease[] = []

const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever other releases run. Returns a function that ends it. */
export function onRunningChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notes that a release's code is being loaded and run. Returns a function to call when it has run, or failed. */
export function noteStarting(release: ComposedRelease): () => void {
  const start = performance.now()
  starting.add(release)
  changed()
  return () => {
    noteDuration(release, 'load', start)
    starting.delete(release)
    started = [release, ...started.filter(({ name }) => name !== release.name)]
    changed()
  }
}

/** Every release and route that this tab has shown. */
const shown = new Map<string, PlacedRelease>()

/** Returns a function that removes it. */
export function addMounted(entry: MountedRelease): () => void {
  mounted.add(entry)
  const { release, route } = entry
  const place = { remote: release.name, release: release.release, route }
  shown.set(placeKey(place), place)
  changed()
  return () => {
    mounted.delete(entry)
    changed()
  }
}

export function shownReleases(): PlacedRelease[] {
  return [...shown.values()]
}

/**
 * The release that is responsible for the whole page: the only one on it, or among several the only
 * candidate, because that is what has changed. Otherwise it can't be determined.
 */
export function responsibleRelease(among = mountedReleases()): MountedRelease | undefined {
  return onlyOne(among) ?? onlyOne(among.filter(({ isCandidate }) => isCandidate))
}

export function mountedReleases(): MountedRelease[] {
  return [...mounted]
}

/** The most that are listed; a page has few parts. */
const mostRunning = 12

/**
 * The releases to blame if the page stopped now: those that are starting, and the responsible release on the page, or
 * else all releases on it. If none is on it yet, those that have started.
 */
export function runningReleases(): { remote: string; release: string; route?: string }[] {
  const responsible = responsibleRelease()
  const onPage = responsible ? [responsible] : [...mounted]
  const before = mounted.size === 0 ? started : []
  const all = [
    ...[...starting].map((release) => ({ release })),
    ...onPage.map(({ release, route }) => ({ release, route })),
    ...before.map((release) => ({ release })),
  ].map(({ release: { name, release }, ...place }) => ({ remote: name, release, ...place }))
  const isFirst = ({ remote, release }: (typeof all)[number], index: number) =>
    all.findIndex((other) => other.remote === remote && other.release === release) === index
  return all.filter(isFirst).slice(0, mostRunning)
}

function onlyOne(these: MountedRelease[]): MountedRelease | undefined {
  const [first, ...others] = these
  const isSame = ({ release }: MountedRelease) =>
    release.name === first!.release.name && release.release === first!.release.release
  return others.every(isSame) ? first : undefined
}
