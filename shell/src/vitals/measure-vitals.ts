import type { Call } from '@portal/remote-kit/client'
import { sendOutcomes, type ReleaseVital } from '@portal/contract/outcomes'
import { type CLSMetric, onCLS, onINP, onLCP } from 'web-vitals'
import {
  placeKey,
  type PlacedRelease,
  shownReleases,
  responsibleRelease,
} from '../mounted-releases.ts'
import { type VitalMetric, vitalBucketOf } from '@portal/domain/vitals'

type MeasuredTab = {
  call: Call
  session: string
  /** The id of its composition. */
  composition: string
  /** The preview that it runs. */
  preview: string | undefined
}

/** The maximum per request. */
const most = 100

/**
 * Measures the page and sends the values when it is hidden or ends; see decision 0064. Browsers keep
 * what happened before this code was loaded.
 */
export function measureVitals({ call, session, composition, preview }: MeasuredTab): void {
  const vitals = createPageVitals()
  const options = { reportAllChanges: true }
  onLCP(
    ({ value, entries }) =>
      vitals.setLargestPaint(releaseOfElement(entries.at(-1)?.element), value),
    options,
  )
  onINP(({ value, entries }) => {
    const place = entries.map(({ target }) => releaseOfElement(target)).find(Boolean)
    vitals.raise('inp', place, value)
  }, options)
  const shiftsOf = createShiftOwners()
  onCLS((metric) => {
    for (const { place, value } of shiftsOf(metric)) vitals.raise('cls', place, value * 1000)
  }, options)
  watchFrames((place, duration) => vitals.raise('frame', place, duration))

  const send = () => {
    for (const place of shownReleases()) {
      if (hasShifts) vitals.raise('cls', place, 0)
      if (hasLongFrames) vitals.raise('frame', place, 0)
    }
    const resources = performance.getEntriesByType('resource')
    const values = vitals.take((place) => isCached(place, resources)).slice(0, most)
    if (values.length === 0 || !navigator.onLine) return
    const tab = { session, composition: composition.slice(0, 4000), preview }
    const body = { ...tab, outcomes: [], vitals: values }
    // `keepalive`: it is often the last thing that the page does.
    call(sendOutcomes, { body }, { keepalive: true }).catch(() => {})
  }
  // After the library's own listener, which adds the last values.
  addEventListener('visibilitychange', () => document.hidden && send(), { capture: true })
}

const hasShifts = globalThis.PerformanceObserver?.supportedEntryTypes.includes('layout-shift')

/** How far each release's content moved: a shift belongs to its largest element. */
function createShiftOwners() {
  // An element may have left the page by the time of a later report.
  const owners = new WeakMap<LayoutShift, PlacedRelease | undefined>()
  return ({ entries }: CLSMetric): { place: PlacedRelease; value: number }[] => {
    const sums = new Map<string, { place: PlacedRelease; value: number }>()
    for (const entry of entries) {
      if (!owners.has(entry)) owners.set(entry, ownerOf(entry))
      const place = owners.get(entry)
      if (!place) continue
      const sum = sums.get(placeKey(place))?.value ?? 0
      sums.set(placeKey(place), { place, value: sum + entry.value })
    }
    return [...sums.values()]
  }
}

function ownerOf({ sources }: LayoutShift): PlacedRelease | undefined {
  const area = ({ currentRect: { width, height } }: LayoutShiftAttribution) => width * height
  const [largest] = sources.toSorted((a, b) => area(b) - area(a))
  return releaseOfElement(largest?.node)
}

/**
 * Whether every file of a release came from this browser's cache. A new release is downloaded once by
 * everyone, so with those pages each candidate would be slower than the stable release.
 */
export function isCached(
  { remote, release }: { remote: string; release: string },
  resources: { name: string; transferSize: number }[],
): boolean {
  const folder = `/remotes/${remote}/${release}/`
  return !resources.some(({ name, transferSize }) => transferSize > 0 && name.includes(folder))
}

const inputs = ['pointerdown', 'click', 'keydown', 'input'] as const

const hasLongFrames =
  globalThis.PerformanceObserver?.supportedEntryTypes.includes('long-animation-frame')

/**
 * Calls back for each long animation frame, with its duration in ms. It belongs to the release whose
 * element received the frame's input, or else to the one that is responsible for the page.
 */
function watchFrames(onFrame: (place: PlacedRelease | undefined, duration: number) => void): void {
  if (!hasLongFrames) return
  let latest: { at: number; place: PlacedRelease | undefined } | undefined
  const noteInput = ({ target, timeStamp }: Event) => {
    const place = releaseOfElement(target instanceof Node ? target : undefined)
    latest = { at: timeStamp, place }
  }
  for (const input of inputs) addEventListener(input, noteInput, { capture: true, passive: true })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceLongAnimationFrameTiming[]) {
      const { firstUIEventTimestamp, startTime, duration } = entry
      const hasInput = firstUIEventTimestamp > 0
      const isLatest =
        latest && latest.at >= firstUIEventTimestamp && latest.at <= startTime + duration
      onFrame(hasInput && isLatest ? latest!.place : placeOfPage(), duration)
    }
  })
  observer.observe({ type: 'long-animation-frame', buffered: true })
}

function placeOfPage(): PlacedRelease | undefined {
  const responsible = responsibleRelease()
  if (!responsible) return undefined
  const { release, route } = responsible
  return { remote: release.name, release: release.release, route }
}

type PageVitals = {
  /** The page's only largest paint so far. */
  setLargestPaint: (place: PlacedRelease | undefined, value: number) => void
  /** Keeps the highest value of each release and route. */
  raise: (metric: VitalMetric, place: PlacedRelease | undefined, value: number) => void
  /** The values that haven't been taken yet, by release and metric. */
  take: (isMeasured: (place: PlacedRelease) => boolean) => ReleaseVital[]
}

type Value = { place: PlacedRelease; metric: VitalMetric; value: number }

/** The values of this page, by release and route. A release’s values are taken once. */
export function createPageVitals(): PageVitals {
  const values = new Map<string, Value>()
  const taken = new Set<string>()
  let largestPaint: Value | undefined
  return {
    setLargestPaint(place, value) {
      largestPaint = place && { place, metric: 'lcp', value }
    },
    raise(metric, place, value) {
      if (!place) return
      const key = `${metric} ${placeKey(place)}`
      if (value >= (values.get(key)?.value ?? 0)) values.set(key, { place, metric, value })
    },
    take(isMeasured) {
      const all = [...(largestPaint ? [largestPaint] : []), ...values.values()].filter(
        ({ place }) => !taken.has(releaseOf(place)) && isMeasured(place),
      )
      for (const { place } of all) taken.add(releaseOf(place))
      return all.map(({ place, metric, value }) => ({
        ...place,
        metric,
        bucket: vitalBucketOf(value),
      }))
    },
  }
}

function releaseOf({ remote, release }: PlacedRelease): string {
  return `${remote}@${release}`
}

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
