import { setTimeout as after } from 'node:timers/promises'
import { failureOf, isTransientFailure } from './google-refusal.ts'

/** Maximum number of retries. */
const retries = 3
/** In seconds; longer waits are left to the caller. */
const maxRetryAfter = 5

/** The part of gaxios's error that is read; gaxios isn't a direct dependency. */
type Tried = { config: { retryConfig?: { currentRetryAttempt?: number } } }

/** Retry options for Google's clients. `delayFactor` multiplies the delays. */
export function googleRetries(delayFactor: number) {
  return {
    retry: retries,
    shouldRetry: (error: Tried) => {
      const failure = failureOf(error)
      const tried = error.config.retryConfig?.currentRetryAttempt ?? 0
      const isShort = (failure.retryAfter ?? 0) <= maxRetryAfter
      return tried < retries && isShort && !failure.aborted && isTransientFailure(failure)
    },
    retryBackoff: (error: Tried, ms: number) => {
      const delay = (failureOf(error).retryAfter ?? 0) * 1000
      return after((delay + ms * (0.5 + Math.random())) * delayFactor)
    },
  }
}
