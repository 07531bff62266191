/**
 * `lcp`: when the largest content was painted, in ms. `inp`: the slowest interaction, from the input to the next
 * paint, in ms. `cls`: the cumulative layout shift, in thousandths. `frame`: the longest animation frame, in ms.
 */
export const vitalMetrics = ['lcp', 'inp', 'cls', 'frame'] as const
export type VitalMetric = (typeof vitalMetrics)[number]

/** Values are counted in buckets, of which four double the value: exact enough to compare releases, and nothing more. */
const bucketsPerDoubling = 4

/** Holds 80 s and everything above. */
export const lastBucket = 66

/** The bucket of a value in its metric's unit; the first one holds everything below 1. */
export function vitalBucketOf(value: number): number {
  if (!(value >= 1)) return 0
  return Math.min(lastBucket, 1 + Math.floor(Math.log2(value) * bucketsPerDoubling))
}

/** The lower bound of a bucket; `bucket + 0.5` is its middle. */
export function vitalValueAt(bucket: number): number {
  return bucket < 1 ? 0 : 2 ** ((bucket - 1) / bucketsPerDoubling)
}

/** Two values of a metric in words: `pages take 2.9 s instead of 1.8 s`. */
export function vitalsInWords(metric: VitalMetric, value: number, instead: number): string {
  const both = `${vitalText(metric, value)} instead of ${vitalText(metric, instead)}`
  switch (metric) {
    case 'lcp':
      return `pages take ${both}`
    case 'inp':
      return `an input takes ${both}`
    case 'frame':
      return `the page stops for ${both}`
    case 'cls':
      return `content moves by ${both}`
  }
}

/** A value with its unit: `2.9 s`, `180 ms`, `0.05`. */
export function vitalText(metric: VitalMetric, value: number): string {
  if (metric === 'cls') return (value / 1000).toFixed(2)
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`
  return `${Math.round(value / 10) * 10} ms`
}
