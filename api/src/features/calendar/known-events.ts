import { AsyncLocalStorage } from 'node:async_hooks'
import { createJob, type Job } from '../../platform/background/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { untilAborted, withTimeout } from '../../platform/resilience/with-timeout.ts'
import { Refusal } from '../../refusal.ts'
import { type Calendar, type CalendarEntry, calendarTrouble, type MaybeStale } from './calendar.ts'
import { type Copy, cachedCopy, type CachedCopy } from './cached-copy.ts'

export type KnownEvents = {
  /** Meetings from now on: at least `most` if there are that many. */
  upcoming: () => Promise<Copy<CalendarEntry[]>>
  between: (from: Date, to: Date) => Promise<Copy<CalendarEntry[]>>
  byId: (id: string) => Promise<Copy<CalendarEntry | undefined>>
  /** Since when upcoming events are stale; undefined while they are current or unknown. */
  staleSince: () => Date | undefined
  /** Keeps upcoming events in the memory of this instance. */
  job: Job
}

type Events = MaybeStale<CalendarEntry[]>

type Parts = {
  calendar: Calendar
  now: () => Date
  log: Log
  most: number
  isAttended: (event: CalendarEntry) => boolean
}

/** How far ahead events are searched, in days: the coming weeks suffice for most calls. */
const horizons = [35, 200, 800]
const day = 24 * 60 * 60 * 1000
/** All in ms. */
const freshFor = 60_000
const waitLimit = 2500
const pause = 5000
/** How many months are cached. */
const mostSpans = 40

/**
 * The calendar from memory: refreshed in the background, and still available when it is slow, hangs
 * or is gone.
 */
export function createKnownEvents(options: Parts): KnownEvents {
  const { calendar, now, log, most, isAttended } = options
  let isFailing = false
  /** Readers may be served from memory for a long time, so an outage is logged, once, for the operator. */
  const loggingOutages = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work()
      isFailing = false
      return result
    } catch (cause) {
      if (!isFailing) log.warn('the calendar can’t be read', { cause: causeOf(cause) })
      isFailing = true
      throw cause
    }
  }
  // One request's call serves the others: it continues after that request has ended.
  const inBackground = AsyncLocalStorage.snapshot()
  const eventsCopy = (load: () => Promise<Events>, fresh = freshFor) =>
    cachedCopy<Events>({
      load: () => inBackground(() => loggingOutages(load)),
      // Stale data is soon requested again.
      freshFor: ({ staleSince }) => (staleSince ? pause : fresh),
      waitLimit,
      pause,
      now,
    })
  // Longer than the refresh interval, so that no reader waits.
  const coming = eventsCopy(async () => {
    const from = now()
    for (const horizon of horizons) {
      const events = await calendar.between(from, new Date(from.getTime() + horizon * day))
      if (events.filter(isAttended).length >= most || horizon === horizons.at(-1)) return events
    }
    return []
  }, 1.5 * freshFor)
  const spans = new Map<string, CachedCopy<Events>>()

  const copyOf = async (copy: CachedCopy<Events>): Promise<Copy<CalendarEntry[]>> => {
    try {
      const { value, staleSince } = await copy.get()
      return { value, staleSince: value.staleSince ?? staleSince }
    } catch (cause) {
      throw trouble(cause)
    }
  }

  /** The event's index among the known ones. */
  const remembered = (id: string): Copy<CalendarEntry> | undefined => {
    const copies = [coming, ...spans.values()].flatMap((copy) => {
      const { value, staleSince } = copy.peek() ?? {}
      const event = value?.find((entry) => entry.id === id)
      return event ? [{ value: event, staleSince: value?.staleSince ?? staleSince }] : []
    })
    return copies.find(({ staleSince }) => staleSince === undefined) ?? copies[0]
  }

  return {
    upcoming: () => copyOf(coming),
    between(from, to) {
      const key = `${from.getTime()} ${to.getTime()}`
      const copy = spans.get(key) ?? eventsCopy(() => calendar.between(from, to))
      // The most recently requested one is dropped last.
      spans.delete(key)
      spans.set(key, copy)
      if (spans.size > mostSpans) spans.delete(spans.keys().next().value!)
      return copyOf(copy)
    },
    async byId(id) {
      const known = remembered(id)
      if (known && !known.staleSince) return known
      try {
        const value = await withTimeout((signal) => calendar.byId(id, signal), waitLimit, tooLate)
        return { value, staleSince: value?.staleSince }
      } catch (cause) {
        if (known) return known
        throw trouble(cause)
      }
    },
    staleSince() {
      const { value, staleSince } = coming.peek() ?? {}
      return value?.staleSince ?? (isFailing ? staleSince : undefined)
    },
    job: createJob(
      {
        name: 'calendar-refresh',
        does: 'reads upcoming events again',
        every: freshFor,
        failure: 'upcoming events were not read',
        async run(signal) {
          const isRead = await untilAborted(coming.refresh(), signal)
          return isRead ? undefined : 'failed'
        },
      },
      { now, log },
    ),
  }
}

/** A refusal's own sentence is for the reader; the reason is its cause. */
function causeOf(error: unknown): unknown {
  return error instanceof Refusal ? (error.details.cause ?? error) : error
}

const tooLate = () => new Error('No response arrived in time.')

function trouble(cause: unknown): Refusal {
  return new Refusal('unavailable', calendarTrouble, { cause, retryAfter: pause / 1000 })
}
