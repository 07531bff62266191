import { setTimeout as after } from 'node:timers/promises'
import { failureOf, isPassing } from './google-refusal.ts'

/** Tries of one call besides the first. */
const retries = 3
/** In seconds: whoever called knows better what to do meanwhile than to wait for longer here. */
const longestWait = 5

/** What of gaxios's error is asked for; the package itself is none of ours. */
type Tried = { config: { retryConfig?: { currentRetryAttempt?: number } } }

/** How Google's clients try a call again that may well succeed in a moment. `slowness` times what is waited before. */
export function googleRetries(slowness: number) {
  return {
    retry: retries,
    shouldRetry: (error: Tried) => {
      const failure = failureOf(error)
      const tried = error.config.retryConfig?.currentRetryAttempt ?? 0
      const isShort = (failure.retryAfter ?? 0) <= longestWait
      return tried < retries && isShort && !failure.aborted && isPassing(failure)
    },
    retryBackoff: (error: Tried, ms: number) => {
      const told = (failureOf(error).retryAfter ?? 0) * 1000
      return after((told + ms * (0.5 + Math.random())) * slowness)
    },
  }
}
