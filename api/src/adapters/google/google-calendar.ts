import {
  type Calendar,
  type Occurrence,
  soonestFirst,
  overlaps,
} from '../../features/calendar/calendar.ts'
import { cachedCopy } from '../../features/calendar/cached-copy.ts'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'

import {
  type GoogleCalendarAccess,
  type GoogleCalendarCalls,
  googleCalendarCalls,
  type EventsPage,
  SyncTokenExpired,
} from './google-calendar-calls.ts'
import { readGoogleEvent, type ReadGoogleEvent, type Shown } from './google-event.ts'

type Options = GoogleCalendarAccess & {
  /** Hosts of meeting services apart from the well-known ones. */
  meetingHosts?: readonly string[]
  now?: () => Date
  /** How long a copy counts as current, in ms. */
  freshFor?: number
}

/** The occurrences in a range, kept up to date by incremental syncs. */
type CalendarCopy = {
  from: Date
  to: Date
  syncToken: string | undefined
  /** When the range was last read in full, by the monotonic clock. */
  readAt: number
  occurrences: ReadonlyMap<string, Occurrence>
  /** What can't be read, by event. */
  problems: ReadonlyMap<string, NonNullable<ReadGoogleEvent['problem']>>
}

const day = 24 * 60 * 60 * 1000
/** The cached range in days before and after today: the upcoming events, and last year. */
const kept = { before: 400, after: 830 }
/** How often the range is read in full, since it moves with time. */
const fullReadInterval = day
/** How long a reader waits for an update before it gets the last copy, in ms. */
const waitLimit = 2000
/** How long a reader waits for the first copy, in ms; readers have their own timeout. */
const firstWaitLimit = 30_000
/** Minimum time between attempts after a failure, in ms. */
const pause = 5000

/**
 * A Google calendar. The range around today is cached in memory and updated by incremental syncs; other ranges are
 * requested on demand.
 */
export function googleCalendar(options: Options): Calendar {
  const { timeZone, meetingHosts = [], now = () => new Date(), freshFor = 20_000 } = options
  const shownAs: Shown = { timeZone, meetingHosts }
  const calls = googleCalendarCalls(options)
  const copy = cachedCopy<CalendarCopy>({
    load: (before) => synced(calls, before, now(), shownAs),
    freshFor: () => freshFor,
    waitLimit,
    firstWaitLimit,
    pause: Math.min(pause, freshFor),
    now,
  })

  /** Its readers share the copy: an update isn't ended because one of them is gone. */
  const current = async (signal: AbortSignal | undefined) => {
    signal?.throwIfAborted()
    return untilAborted(copy.get(), signal)
  }

  return {
    async between(from, to, signal) {
      const { value, staleSince } = await current(signal)
      const isKept = from >= value.from && to <= value.to
      const occurrences = isKept
        ? [...value.occurrences.values()]
        : await readBetween(calls, [from, to], shownAs, signal)
      const shown = occurrences
        .filter((occurrence) => overlaps(occurrence, from, to))
        .toSorted(soonestFirst)
        .map((occurrence) => occurrence.shown)
      return isKept && staleSince ? Object.assign(shown, { staleSince }) : shown
    },
    async byId(id, signal) {
      // Rejects ids that Google can't have issued, which mustn't become part of a URL.
      if (!/^[\w-]{1,1024}$/.test(id)) return undefined
      const { value, staleSince } = await current(signal)
      const occurrence = value.occurrences.get(id)
      if (occurrence) return { ...occurrence.shown, ...(staleSince ? { staleSince } : {}) }
      const event = await calls.event(id, signal)
      return event && readGoogleEvent(event, shownAs).occurrence?.shown
    },
    problems: async (signal) => [...(await current(signal)).value.problems.values()],
  }
}

async function synced(
  calls: GoogleCalendarCalls,
  before: CalendarCopy | undefined,
  now: Date,
  shownAs: Shown,
): Promise<CalendarCopy> {
  if (before?.syncToken && performance.now() - before.readAt < fullReadInterval) {
    try {
      return changed(before, await calls.since(before.syncToken), shownAs)
    } catch (error) {
      if (!(error instanceof SyncTokenExpired)) throw error
    }
  }
  const today = Math.floor(now.getTime() / day) * day
  const [from, to] = [new Date(today - kept.before * day), new Date(today + kept.after * day)]
  const page = await calls.between(from, to)
  const empty = { from, to, readAt: performance.now(), syncToken: undefined }
  return changed({ ...empty, occurrences: new Map(), problems: new Map() }, page, shownAs)
}

function changed(before: CalendarCopy, page: EventsPage, shownAs: Shown): CalendarCopy {
  const occurrences = new Map(before.occurrences)
  const problems = new Map(before.problems)
  for (const event of page.events) {
    if (!event.id) continue
    const { occurrence, problem } = readGoogleEvent(event, shownAs)
    if (problem) problems.set(event.id, problem)
    else problems.delete(event.id)
    if (occurrence && overlaps(occurrence, before.from, before.to)) {
      occurrences.set(event.id, occurrence)
    } else occurrences.delete(event.id)
  }
  return { ...before, occurrences, problems, syncToken: page.syncToken }
}

/** Adds a day at both ends: Google evaluates all-day events in the calendar's zone, and excludes both bounds. */
async function readBetween(
  calls: GoogleCalendarCalls,
  [from, to]: readonly [Date, Date],
  shownAs: Shown,
  signal: AbortSignal | undefined,
): Promise<Occurrence[]> {
  const wider = [new Date(from.getTime() - day), new Date(to.getTime() + day)] as const
  const { events } = await calls.between(...wider, signal)
  return events.flatMap((event) => readGoogleEvent(event, shownAs).occurrence ?? [])
}
