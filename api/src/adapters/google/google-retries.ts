import { setTimeout as after } from 'node:timers/promises'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'
import { failureOf, isTransientFailure } from './google-refusal.ts'

/** Maximum number of retries. */
const retries = 3

/** In seconds; longer waits are left to the caller. */
const maxRetryAfter = 5

/** The part of gaxios's error that is read; gaxios isn't a direct dependency. */
type Tried = { config: { retryConfig?: { currentRetryAttempt?: number } } }

/**
 * Options of a call of Google's clients: its retries, which end when the call is aborted. `delayFactor` multiplies the
 * delays. (The config's own signal is aborted by the timeout of each attempt as well.)
 */
export function callOptions(delayFactor: number, signal: AbortSignal | undefined) {
  return { retryConfig: googleRetries(delayFactor, signal), ...(signal && { signal }) }
}

function googleRetries(delayFactor: number, signal: AbortSignal | undefined) {
  return {
    retry: retries,
    shouldRetry: (error: Tried) => {
      const failure = failureOf(error)
      const tried = error.config.retryConfig?.currentRetryAttempt ?? 0
      const isShort = (failure.retryAfter ?? 0) <= maxRetryAfter
      const isAborted = failure.aborted || signal?.aborted === true
      return tried < retries && isShort && !isAborted && isTransientFailure(failure)
    },
    retryBackoff: (error: Tried, ms: number) => {
      const delay = (failureOf(error).retryAfter ?? 0) * 1000
      const pause = (delay + ms * (0.5 + Math.random())) * delayFactor
      return untilAborted(after(pause), signal)
    },
  }
}

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
