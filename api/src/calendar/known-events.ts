import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../log.ts'
import { withTimeout } from '../with-timeout.ts'
import { Refusal } from '../refusal.ts'
import { type Calendar, type CalendarEntry, calendarTrouble, type Known } from './calendar.ts'
import { type Copy, cachedCopy, type CachedCopy } from './cached-copy.ts'

export type KnownEvents = {
  /** What somebody attends from now on: at least `most` where there are so many. */
  upcoming: () => Promise<Copy<CalendarEntry[]>>
  between: (from: Date, to: Date) => Promise<Copy<CalendarEntry[]>>
  byId: (id: string) => Promise<Copy<CalendarEntry | undefined>>
  /** Since when what is coming is old; undefined while it is current or nothing is known. */
  staleSince: () => Date | undefined
  /** Asks for what is coming again and again, until `stop`. */
  keepFresh: () => void
  stop: () => void
}

type Events = Known<CalendarEntry[]>

type Options = {
  calendar: Calendar
  now: () => Date
  log: Log
  most: number
  isAttended: (event: CalendarEntry) => boolean
}

/** How far ahead events are looked for, in days: most calls are answered by the coming weeks. */
const horizons = [35, 200, 800]
const day = 24 * 60 * 60 * 1000
/** All in ms. */
const freshFor = 60_000
const waitLimit = 2500
const pause = 5000
/** Months that are remembered at a time. */
const mostSpans = 40

/** The calendar from memory: asked in the background, and still known when it is slow, hangs or is gone. */
export function createKnownEvents(options: Options): KnownEvents {
  const { calendar, now, log, most, isAttended } = options
  let isFailing = false
  /** Readers may be served from memory for long: whoever runs the portal hears of it here, once. */
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
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
  // What one request has asked for serves the others: it isn't given up with that request.
  const inBackground = AsyncLocalStorage.snapshot()
  const kept = (load: () => Promise<Events>, fresh = freshFor) =>
    cachedCopy<Events>({
      load: () => inBackground(() => told(load)),
      // What is old already is asked for again soon.
      freshFor: ({ staleSince }) => (staleSince ? pause : fresh),
      waitLimit,
      pause,
      now,
    })
  // Longer than the background lets it become, so that no reader waits.
  const coming = kept(async () => {
    const from = now()
    for (const horizon of horizons) {
      const events = await calendar.between(from, new Date(from.getTime() + horizon * day))
      if (events.filter(isAttended).length >= most || horizon === horizons.at(-1)) return events
    }
    return []
  }, 1.5 * freshFor)
  const spans = new Map<string, CachedCopy<Events>>()
  let refreshing: NodeJS.Timeout | undefined

  const copyOf = async (copy: CachedCopy<Events>): Promise<Copy<CalendarEntry[]>> => {
    try {
      const { value, staleSince } = await copy.get()
      return { value, staleSince: value.staleSince ?? staleSince }
    } catch (cause) {
      throw trouble(cause)
    }
  }

  /** Where the event stands among what is known. */
  const remembered = (id: string): Copy<CalendarEntry> | undefined => {
    const found = [coming, ...spans.values()].flatMap((copy) => {
      const { value, staleSince } = copy.peek() ?? {}
      const event = value?.find((one) => one.id === id)
      return event ? [{ value: event, staleSince: value?.staleSince ?? staleSince }] : []
    })
    return found.find(({ staleSince }) => staleSince === undefined) ?? found[0]
  }

  return {
    upcoming: () => copyOf(coming),
    between(from, to) {
      const key = `${from.getTime()} ${to.getTime()}`
      const copy = spans.get(key) ?? kept(() => calendar.between(from, to))
      // The last asked for is forgotten last.
      spans.delete(key)
      spans.set(key, copy)
      if (spans.size > mostSpans) spans.delete(spans.keys().next().value!)
      return copyOf(copy)
    },
    async byId(id) {
      const known = remembered(id)
      if (known && !known.staleSince) return known
      try {
        const value = await withTimeout(calendar.byId(id), waitLimit, tooLate)
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
    keepFresh() {
      void coming.refresh()
      refreshing ??= setInterval(() => void coming.refresh(), freshFor)
      refreshing.unref()
    },
    stop() {
      clearInterval(refreshing)
      refreshing = undefined
    },
  }
}

/** A refusal's own sentence is the reader's; the reason lies behind it. */
function causeOf(error: unknown): unknown {
  return error instanceof Refusal ? (error.details.cause ?? error) : error
}

const tooLate = () => new Error('No answer came in time.')

function trouble(cause: unknown): Refusal {
  return new Refusal('unavailable', calendarTrouble, { cause, retryAfter: pause / 1000 })
}
