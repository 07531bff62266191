import { setTimeout as after } from 'node:timers/promises'

export type UnitsPerTime = {
  units: number
  /** In ms. */
  window: number
}

/** A fiftieth of what may be spent is let through at once, after a pause. */
const burst = 1 / 50

/**
 * Keeps the calls of one user below a quota: what is spent in any span as long as `window` stays within `units`.
 * Running into the quota instead would mean to wait, with every call, until the span is over.
 */
export function pacing({ units, window }: UnitsPerTime): (cost: number) => Promise<void> {
  const most = units * burst
  const rate = (units - most) / window
  let left = most
  let last = performance.now()
  return async (cost) => {
    const now = performance.now()
    left = Math.min(most, left + (now - last) * rate) - cost
    last = now
    if (left < 0) await after(-left / rate)
  }
}
