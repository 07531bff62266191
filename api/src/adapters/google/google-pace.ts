import { setTimeout as after } from 'node:timers/promises'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'

export type UnitsPerTime = {
  units: number
  /** In ms. */
  window: number
}

/** Share of the quota that may be spent at once after an idle period. */
const burst = 1 / 50

/**
 * Rate-limits calls so that no window of time exceeds the quota. Exceeding it would block all calls until the window
 * has passed.
 */
export function rateLimiter({
  units,
  window,
}: UnitsPerTime): (cost: number, signal?: AbortSignal) => Promise<void> {
  const most = units * burst
  const rate = (units - most) / window
  let left = most
  let last = performance.now()
  return async (cost, signal) => {
    signal?.throwIfAborted()
    const now = performance.now()
    left = Math.min(most, left + (now - last) * rate) - cost
    last = now
    if (left < 0) await untilAborted(after(-left / rate), signal)
  }
}
