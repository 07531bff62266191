export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** Linear between ranks; `q` from 0 to 1. */
export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const low = sorted[Math.floor(at)]!
  return low + (sorted[Math.ceil(at)]! - low) * (at % 1)
}

/**
 * Compares each value with its counterpart of the same round, so that a slow moment of the machine
 * affects both.
 */
export function ratios(values: number[], baseline: number[]): number[] {
  return values.map((value, round) => value / baseline[round]!)
}

/** `1.08× (1.02–1.15)`: the median and the middle half. */
export function ratioText(values: number[], baseline: number[]): string {
  const all = ratios(values, baseline)
  const [low, middle, high] = [0.25, 0.5, 0.75].map((q) => quantile(all, q).toFixed(2))
  return `${middle}× (${low}–${high})`
}
