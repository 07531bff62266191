import type { Call } from '@portal/contract/client'
import { sendOutcomes } from '@portal/contract/outcomes'
import { type CLSMetric, onCLS, onINP, onLCP } from 'web-vitals'
import { placeKey, type PlacedRelease, shownReleases } from '../mounted-releases.ts'
import { isCached } from './cached-release.ts'
import { createPageVitals } from './page-vitals.ts'
import { releaseOfElement } from './release-of-element.ts'
import { hasLongFrames, watchFrames } from './watch-frames.ts'

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
