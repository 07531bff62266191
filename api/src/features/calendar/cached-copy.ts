import pTimeout from 'p-timeout'
import { Refusal } from '../../refusal.ts'
import { calendarTrouble } from './calendar.ts'

/** A copy, and the time since which it may be outdated; undefined while it is current. */
export type Copy<T> = { value: T; staleSince: Date | undefined }

export type CachedCopy<T> = {
  /** Returns the copy: immediately while it is fresh, otherwise after a refresh, or the last good one if that fails or takes too long. */
  get: () => Promise<Copy<T>>
  /** Refreshes the copy unless a refresh is running, and resolves to whether it succeeded; never rejects. */
  refresh: () => Promise<boolean>
  /** Returns the current copy without a refresh. */
  peek: () => Copy<T> | undefined
}

type Options<T> = {
  load: (before: T | undefined) => Promise<T>
  /** How long a copy is fresh, in ms. */
  freshFor: (value: T) => number
  /** How long a reader waits, in ms, and how long while there is no copy yet; the same by default. */
  waitLimit: number
  firstWaitLimit?: number
  /**
   * How long the last good copy is served after a failure without another refresh, in ms. Doubles with each further
   * failure up to a minute; a longer time that the source has named counts, up to ten minutes.
   */
  pause: number
  now: () => Date
}

/** In ms. */
const longestPause = 60_000
const longestNamedPause = 600_000

/** Caches remote data: one refresh at a time, and the last good copy while the source is unreachable. */
export function cachedCopy<T>(options: Options<T>): CachedCopy<T> {
  const { load, freshFor, waitLimit, firstWaitLimit = waitLimit, pause, now } = options
  let cached: { value: T; at: Date; loaded: number } | undefined
  let failure: { cause: unknown; at: number; pause: number; named: number } | undefined
  let loading: { since: number; ended: Promise<boolean> } | undefined

  const ask = async () => {
    const at = now()
    try {
      const value = await load(cached?.value)
      cached = { value, at, loaded: performance.now() }
      failure = undefined
    } catch (cause) {
      const grown = failure ? Math.max(pause, Math.min(failure.pause * 2, longestPause)) : pause
      const named = namedPause(cause)
      failure = { cause, at: performance.now(), pause: Math.max(grown, named), named }
    }
    loading = undefined
    return !failure
  }
  const begin = () => ({ since: performance.now(), ended: ask() })
  const isFresh = () => cached && performance.now() - cached.loaded < freshFor(cached.value)
  const peek = () =>
    cached && { value: cached.value, staleSince: isFresh() ? undefined : cached.at }

  return {
    peek,
    async get() {
      const sinceFailure = failure ? performance.now() - failure.at : Infinity
      if (cached && (isFresh() || sinceFailure < (failure?.pause ?? 0))) return peek()!
      // Without a copy, a person's next try counts, unless the source has asked for a longer pause than ours.
      if (failure && failure.named > pause && sinceFailure < failure.named) throw failure.cause
      loading ??= begin()
      const { ended, since } = loading
      const left = since + (cached ? waitLimit : firstWaitLimit) - performance.now()
      const isOver =
        left > 0 &&
        (await pTimeout(
          ended.then(() => true),
          { milliseconds: left, fallback: () => false },
        ))
      if (cached)
        return { value: cached.value, staleSince: isOver && !failure ? undefined : cached.at }
      throw isOver ? failure?.cause : new Refusal('unavailable', calendarTrouble)
    },
    refresh: () => (loading ??= begin()).ended,
  }
}

/** How long the source has asked to be left alone, in ms. */
function namedPause(cause: unknown): number {
  const seconds = cause instanceof Refusal ? (cause.details.retryAfter ?? 0) : 0
  return Math.min(seconds * 1000, longestNamedPause)
}
