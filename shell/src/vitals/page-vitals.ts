import type { ReleaseVital } from '@portal/contract/outcomes'
import { type VitalMetric, vitalBucketOf } from '@portal/contract/vitals'
import { type PlacedRelease, placeKey } from '../mounted-releases.ts'

export type PageVitals = {
  /** The page's only largest paint so far. */
  setLargestPaint: (place: PlacedRelease | undefined, value: number) => void
  /** Keeps the highest value of each release and route. */
  raise: (metric: VitalMetric, place: PlacedRelease | undefined, value: number) => void
  /** What hasn't been taken of each release and metric. */
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
