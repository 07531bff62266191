import { dayAfter, dayOf } from '@portal/domain/days'
import { hasEnded, quarterOfEvent, startDay } from '@portal/domain/event-times'
import {
  type CalendarEvent,
  type CalendarProblem,
  calendarProblemsLimit,
} from '@portal/contract/calendar'
import type { Person } from '@portal/contract/portal'
import { type Quarter, quarterAfter, quarterOf } from '@portal/domain/quarter'
import { startOfDay } from '@portal/domain/zone-time'
import { mustManagePortal } from '../../access.ts'
import type { Job } from '../../platform/background/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { ignoring, Refusal } from '../../refusal.ts'
import { derivedOnce } from '../../platform/store/cache-by-version.ts'
import type { AllMeetingsService, CalendarMeeting } from '../meetings/meetings-feature.ts'
import type { Calendar, CalendarEntry } from './calendar.ts'
import type { Copy } from './cached-copy.ts'
import type { EventMatchesParts } from './event-matches-service.ts'
import { createKnownEvents } from './known-events.ts'
import {
  isSameMeeting,
  type MeetingEvent,
  meetingEvents,
  shownAsMeeting,
  withMeetings,
} from './meeting-events.ts'
import { calendarFile, fileEntry } from './calendar-file.ts'

export type CalendarService = {
  /** Meetings that haven't ended yet, soonest first. */
  upcoming: (
    person: Person,
    limit: number,
    options?: { withPrivate: boolean },
  ) => Promise<CalendarEvent[]>
  /** Events that overlap the days from `from` up to, but not including, `to`. */
  between: (person: Person, from: string, to: string) => Promise<CalendarEvent[]>
  get: (person: Person, id: string) => Promise<CalendarEvent>
  /** One event as a file for the member's own calendar. */
  file: (person: Person, id: string) => Promise<string>
  /** What the same days have for a calendar elsewhere: a meeting is always an event of its own. Any number of days. */
  forFeed: (person: Person, from: string, to: string) => Promise<CalendarEntry[]>
  /**
   * Every published meeting from today on, and those of other days that `also` names by their keys. Without any check of
   * access.
   */
  comingMeetings: (also: ReadonlySet<string>) => Promise<CalendarEntry[]>
  /** The calendar's own events, without any check of access. */
  events: EventMatchesParts['events']
  /** What can't be read, for admins. */
  problems: (person: Person) => Promise<{ problems: CalendarProblem[]; total: number }>
  /**
   * The quarter of the upcoming meeting, for internal use. If the calendar can't be read or has no meeting, it may be
   * in this quarter or the next.
   */
  comingQuarters: () => Promise<Quarter[]>
  /** Since when upcoming events are stale, for the operator. */
  staleSince: () => Date | undefined
  /** Keeps upcoming events in the memory of this instance. */
  job: Job
}

export type CalendarMeetings = Pick<
  AllMeetingsService,
  'inCalendar' | 'maySeeEvent' | 'ofQuarters' | 'published'
>

/** The longest span of one call, in days. */
const longestSpan = 400

const day = 24 * 60 * 60 * 1000

/** The largest limit of the contract. */
const most = 100

/** Every member sees the board's calendar; stale answers are marked. */
export function createCalendarService({
  calendar,
  meetings,
  now,
  log,
  timeZone,
  portal,
  noteStale,
}: {
  calendar: Calendar
  meetings: CalendarMeetings
  now: () => Date
  log: Log
  timeZone: string
  /** The portal's address, to which events lead back. */
  portal: string
  /** Called with the time since when a shown event may be out of date. */
  noteStale: (since: Date) => void
}): CalendarService {
  const known = createKnownEvents({ calendar, now, log, most, isAttended })
  const shown = <T>({ value, staleSince }: Copy<T>): T => {
    if (staleSince) noteStale(staleSince)
    return value
  }

  const eventsOf = derivedOnce((of: CalendarMeeting[]) => meetingEvents(of, timeZone))
  const meetingsOf = (person: Person) => eventsOf(meetings.inCalendar(person))
  const seenBy = (person: Person, events: CalendarEntry[]) => {
    const seen = events.filter(({ id }) => meetings.maySeeEvent(person, id))
    return seen.length === events.length ? events : seen
  }

  const get = async (person: Person, id: string): Promise<CalendarEntry> => {
    const own = meetingsOf(person)
    const meeting = own.find(({ entry }) => entry.id === id)
    if (meeting) return meeting.entry
    const event = meetings.maySeeEvent(person, id) ? shown(await known.byId(id)) : undefined
    if (!event) throw new Refusal('notFound', 'Event not found')
    const matched = own.find(({ meeting: { eventId, isQuarterly, ...of } }) =>
      eventId === undefined ? !isQuarterly && isSameMeeting(event, of, timeZone) : eventId === id,
    )
    return matched ? shownAsMeeting(event, matched) : event
  }

  /** `own`: the meetings among them. */
  const upcoming = async (
    withPrivate: boolean,
    own: readonly MeetingEvent[],
    seen: (events: CalendarEntry[]) => CalendarEntry[],
  ): Promise<CalendarEntry[]> => {
    const current = now()
    const events = seen(shown(await known.upcoming()))
    const isComing = (event: CalendarEntry) => !hasEnded(event, timeZone, current)
    // The upcoming events don't include today's events that have ended.
    const today = dayOf(current, timeZone)
    const isToday = ({ entry }: MeetingEvent) =>
      isComing(entry) && startDay(entry, timeZone) === today
    const ofToday = own.some(isToday)
      ? shown(
          await known.between(startOfDay(today, timeZone)!, startOfDay(dayAfter(today), timeZone)!),
        )
      : []
    const coming = events.filter((event) => isAttended(event) && isComing(event))
    const all = withMeetings(coming, own, {
      timeZone,
      isShown: isComing,
      onDays: [...events, ...ofToday].filter(isAttended),
    })
    return soonestFirst(withPrivate ? all : all.filter(({ isPrivate }) => !isPrivate))
  }

  /** Unchanged, unless an agenda's meeting must be put between the calendar's events. */
  const soonestFirst = (events: CalendarEntry[]) =>
    events.some(({ fromAgenda, meeting }) => fromAgenda ?? meeting)
      ? events.toSorted((a, b) => beginning(a) - beginning(b))
      : events
  const beginning = ({ start: { dateTime, date } }: CalendarEntry) =>
    dateTime === undefined ? startOfDay(date!, timeZone)!.getTime() : Date.parse(dateTime)

  /** The events and meetings of `[from, to)`, which are days. */
  const within = async (person: Person, from: string, to: string, options = {}) => {
    const [start, end] = [startOfDay(from, timeZone)!, startOfDay(to, timeZone)!]
    const events = seenBy(person, shown(await known.between(start, end)))
    return withMeetings(events, meetingsOf(person), {
      timeZone,
      isShown: (entry) => {
        const on = startDay(entry, timeZone)!
        return on >= from && on < to
      },
      onDays: events.filter(isAttended),
      ...options,
    })
  }

  return {
    upcoming: async (person, limit, { withPrivate } = { withPrivate: true }) => {
      const seen = (events: CalendarEntry[]) => seenBy(person, events)
      return (await upcoming(withPrivate, meetingsOf(person), seen)).slice(0, limit)
    },
    async comingQuarters() {
      const own = eventsOf(meetings.ofQuarters())
      const [next] = await upcoming(false, own, (events) => events).catch((error: unknown) => {
        if (error instanceof Refusal) return []
        throw error
      })
      const today = quarterOf(now(), timeZone)
      const coming = next && quarterOfEvent(next, timeZone)
      return coming ? [coming] : [today, quarterAfter(today)]
    },
    async between(person, from, to) {
      const [start, end] = [startOfDay(from, timeZone), startOfDay(to, timeZone)]
      if (!start || !end) {
        throw new Refusal('badRequest', `${start ? to : from} is not a date.`)
      }
      if (from >= to) throw new Refusal('badRequest', 'The first day must be before the last.')
      if (end.getTime() - start.getTime() > longestSpan * day + day / 2) {
        throw new Refusal('badRequest', `At most ${longestSpan} days can be requested at once.`)
      }
      return soonestFirst(await within(person, from, to))
    },
    forFeed: (person, from, to) => within(person, from, to, { findsQuarters: true }),
    async comingMeetings(also) {
      const today = dayOf(now(), timeZone)
      const own = eventsOf(meetings.published()).filter(
        ({ meeting }) => meeting.date >= today || also.has(meeting.key),
      )
      const days = own.map(({ meeting }) => meeting.date).toSorted()
      const [first, last] = [days[0], days.at(-1)]
      if (first === undefined || last === undefined) return []
      const [start, end] = [startOfDay(first, timeZone)!, startOfDay(dayAfter(last), timeZone)!]
      // Without the calendar, they have no link to join.
      const events = (await known.between(start, end).catch(ignoring('unavailable')))?.value ?? []
      const options = { timeZone, isShown: () => true, onDays: [], findsQuarters: true }
      return withMeetings(events, own, options).filter(({ of }) => of !== undefined)
    },
    get,
    async file(person, id) {
      const entries = [fileEntry(await get(person, id), portal, now())]
      return calendarFile({ timeZone, entries, now: now() })
    },
    events: {
      between: async (from, to) => shown(await known.between(from, to)),
      byId: async (id) => shown(await known.byId(id)),
    },
    async problems(person) {
      mustManagePortal(person)
      const problems = await calendar.problems()
      return { problems: problems.slice(0, calendarProblemsLimit), total: problems.length }
    },
    staleSince: known.staleSince,
    job: known.job,
  }
}

/**
 * An all-day note such as "Office closed" isn't a meeting. One with a place or a link is: calendars
 * mark every all-day event as free by default.
 */
function isAttended(event: CalendarEntry): boolean {
  const { isFree, start, timeUnconfirmed, location, join_url } = event
  const isNote = isFree && start.date !== undefined && !timeUnconfirmed
  return !isNote || location !== undefined || join_url !== undefined
}
