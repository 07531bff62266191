import { Refusal } from '../refusal.ts'
import { calendarTrouble } from './calendar.ts'

/** A copy, and since when it is old; undefined while it is known to be current. */
export type Copy<T> = { value: T; staleSince: Date | undefined }

export type CachedCopy<T> = {
  /** The copy: at once while it is fresh, else after asking, and the last good one where that fails or takes long. */
  get: () => Promise<Copy<T>>
  /** Asks now, unless that is under way; never rejects. */
  refresh: () => Promise<void>
  /** What is there without asking. */
  peek: () => Copy<T> | undefined
}

type Options<T> = {
  load: (before: T | undefined) => Promise<T>
  /** How long nobody asks again, in ms. */
  freshFor: (value: T) => number
  /** How long a reader waits, in ms, and for what nothing is known of yet; the same without one. */
  waitLimit: number
  firstWaitLimit?: number
  /** After a failure: how long readers get the last good copy without anybody asking again, in ms. */
  pause: number
  now: () => Date
}

/** Something that lies elsewhere, asked for by one at a time, and still known when it can't be had. */
export function cachedCopy<T>(options: Options<T>): CachedCopy<T> {
  const { load, freshFor, waitLimit, firstWaitLimit = waitLimit, pause, now } = options
  let kept: { value: T; at: Date; loaded: number } | undefined
  let failure: { cause: unknown; at: number } | undefined
  let loading: { since: number; ended: Promise<void> } | undefined

  const ask = async () => {
    const at = now()
    try {
      const value = await load(kept?.value)
      kept = { value, at, loaded: performance.now() }
      failure = undefined
    } catch (cause) {
      failure = { cause, at: performance.now() }
    }
    loading = undefined
  }
  const begin = () => ({ since: performance.now(), ended: ask() })
  const isFresh = () => kept && performance.now() - kept.loaded < freshFor(kept.value)
  const peek = () => kept && { value: kept.value, staleSince: isFresh() ? undefined : kept.at }

  return {
    peek,
    async get() {
      const hasJustFailed = failure && performance.now() - failure.at < pause
      if (kept && (isFresh() || hasJustFailed)) return peek()!
      loading ??= begin()
      const { ended, since } = loading
      const isOver = await within(
        ended,
        since + (kept ? waitLimit : firstWaitLimit) - performance.now(),
      )
      if (kept) return { value: kept.value, staleSince: isOver && !failure ? undefined : kept.at }
      throw isOver ? failure?.cause : new Refusal('unavailable', calendarTrouble)
    },
    refresh: () => (loading ??= begin()).ended,
  }
}

async function within(ended: Promise<void>, left: number): Promise<boolean> {
  if (left <= 0) return false
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), left)
  })
  try {
    return await Promise.race([ended.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
