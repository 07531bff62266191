import type { Calendar } from '../../calendar/calendar.ts'
import { cachedCopy } from '../../calendar/cached-copy.ts'
import { type Occurrence, soonestFirst, touches } from '../../calendar/occurrence.ts'
import {
  type GoogleCalendarAccess,
  type GoogleCalendarCalls,
  googleCalendarCalls,
  type EventsPage,
  SyncTokenExpired,
} from './google-calendar-calls.ts'
import { occurrenceOf } from './google-event.ts'

type Options = GoogleCalendarAccess & {
  now?: () => Date
  /** How long a copy is taken for current, in ms. */
  freshFor?: number
}

/** Occurrences of a span of time, kept up to date by what Google tells of changes. */
type CalendarCopy = {
  from: Date
  to: Date
  syncToken: string | undefined
  /** When the span was read whole, by the monotonic clock. */
  readAt: number
  occurrences: ReadonlyMap<string, Occurrence>
}

const day = 24 * 60 * 60 * 1000
/** The span that is kept, in days before and after today: all that "coming" looks through, and last year. */
const kept = { before: 400, after: 830 }
/** How often the span is read whole: it moves with the days. */
const wholeEvery = day
/** How long a reader waits for changes before the last known ones do, in ms. */
const patience = 2000
/** As long while nothing is known: whoever reads has a limit of their own. */
const firstPatience = 30_000
/** How long nobody asks again after a failure, in ms. */
const pause = 5000

/**
 * A Google calendar. The span around today is a copy in memory, to which each sync adds the changes since the one
 * before; other days are asked for when they are looked at.
 */
export function googleCalendar(options: Options): Calendar {
  const { timeZone, now = () => new Date(), freshFor = 20_000 } = options
  const calls = googleCalendarCalls(options)
  const copy = cachedCopy<CalendarCopy>({
    load: (before) => synced(calls, before, now(), timeZone),
    freshFor: () => freshFor,
    patience,
    firstPatience,
    pause: Math.min(pause, freshFor),
    now,
  })

  return {
    async between(from, to) {
      const { value, staleSince } = await copy.get()
      const isKept = from >= value.from && to <= value.to
      const occurrences = isKept
        ? [...value.occurrences.values()]
        : await readBetween(calls, from, to, timeZone)
      const shown = occurrences
        .filter((one) => touches(one, from, to))
        .toSorted(soonestFirst)
        .map((one) => one.shown)
      return isKept && staleSince ? Object.assign(shown, { staleSince }) : shown
    },
    async byId(id) {
      // Anything else is no id of Google's, and no part of an address.
      if (!/^[\w-]{1,1024}$/.test(id)) return undefined
      const { value, staleSince } = await copy.get()
      const found = value.occurrences.get(id)
      if (found) return { ...found.shown, ...(staleSince ? { staleSince } : {}) }
      const event = await calls.event(id)
      return event && occurrenceOf(event, timeZone)?.shown
    },
  }
}

async function synced(
  calls: GoogleCalendarCalls,
  before: CalendarCopy | undefined,
  now: Date,
  timeZone: string,
): Promise<CalendarCopy> {
  if (before?.syncToken && performance.now() - before.readAt < wholeEvery) {
    try {
      return changed(before, await calls.since(before.syncToken), timeZone)
    } catch (error) {
      if (!(error instanceof SyncTokenExpired)) throw error
    }
  }
  const today = Math.floor(now.getTime() / day) * day
  const [from, to] = [new Date(today - kept.before * day), new Date(today + kept.after * day)]
  const page = await calls.between(from, to)
  const empty = { from, to, readAt: performance.now(), occurrences: new Map<string, Occurrence>() }
  return changed({ ...empty, syncToken: undefined }, page, timeZone)
}

function changed(before: CalendarCopy, page: EventsPage, timeZone: string): CalendarCopy {
  const occurrences = new Map(before.occurrences)
  for (const event of page.events) {
    if (!event.id) continue
    const occurrence = occurrenceOf(event, timeZone)
    if (occurrence && touches(occurrence, before.from, before.to)) {
      occurrences.set(event.id, occurrence)
    } else occurrences.delete(event.id)
  }
  return { ...before, occurrences, syncToken: page.syncToken }
}

/** A day more at either end: Google judges days by the calendar's own zone, and moments as excluded. */
async function readBetween(
  calls: GoogleCalendarCalls,
  from: Date,
  to: Date,
  timeZone: string,
): Promise<Occurrence[]> {
  const wider = [new Date(from.getTime() - day), new Date(to.getTime() + day)] as const
  const { events } = await calls.between(...wider)
  return events.flatMap((event) => occurrenceOf(event, timeZone) ?? [])
}
