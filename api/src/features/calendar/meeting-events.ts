import { dayAfter } from '@portal/domain/days'
import { daysOf, startDay } from '@portal/domain/event-times'
import { isBoardMeeting } from '@portal/domain/meeting-event'
import { momentAt, withOffset } from '@portal/domain/zone-time'
import type { CalendarMeeting } from '../meetings/meetings-feature.ts'
import type { CalendarEntry } from './calendar.ts'

/** A meeting as an event of its own, as it is shown if the calendar doesn't have it. */
export type MeetingEvent = { meeting: CalendarMeeting; entry: CalendarEntry }

export function meetingEvents(
  meetings: readonly CalendarMeeting[],
  timeZone: string,
): MeetingEvent[] {
  return meetings.map((meeting) => ({ meeting, entry: entryOf(meeting, timeZone) }))
}

function entryOf(meeting: CalendarMeeting, timeZone: string): CalendarEntry {
  const { id, title, date, time, endTime, location, description, isQuarterly } = meeting
  const at = (clock: string) => {
    const moment = momentAt(`${date}T${clock.padStart(5, '0')}`, timeZone)
    return moment && { dateTime: withOffset(moment, timeZone) }
  }
  const start = at(time)
  const end = start ? at(endTime) : { date: dayAfter(date) }
  return {
    id: isQuarterly ? `agenda-${id}` : `meeting-${id}`,
    summary: title,
    start: start ?? { date },
    ...(end ? { end } : {}),
    ...(location ? { location } : {}),
    ...(description ? { description } : {}),
    fromAgenda: true,
    ...(isQuarterly ? sequenceOf(meeting) : ofMeeting(meeting)),
    ...cancellation(meeting),
  }
}

function ofMeeting({ id, body, ...meeting }: CalendarMeeting) {
  return { meeting: id, body, ...sequenceOf({ id, ...meeting }) }
}

/** For calendars elsewhere. */
function sequenceOf({ id, key, changedAt, sequence, ...meeting }: Omit<CalendarMeeting, 'body'>) {
  const { date, time, endTime } = meeting
  return { sequence, of: { id, key, changedAt, time: { date, time, endTime } } }
}

/** Also in the title, for screens and calendars that don't know cancelled events. */
function cancellation({ isCancelled, title }: CalendarMeeting) {
  return isCancelled ? { cancelled: true, summary: `Cancelled: ${title}` } : {}
}

/** An event that is a meeting: it is shown as the meeting is, with what only the calendar has. */
export function shownAsMeeting(
  event: CalendarEntry,
  { meeting, entry }: MeetingEvent,
): CalendarEntry {
  const { timeUnconfirmed: _, isPrivate: __, isFree: ___, ...known } = event
  const { fromAgenda: ____, ...shown } = entry
  return { ...known, ...shown, ...ofMeeting(meeting), id: event.id }
}

/** Whether an event is a meeting that no admin has matched: they have the same day and title. */
export function isSameMeeting(
  event: CalendarEntry,
  meeting: { title: string; date?: string | undefined },
  timeZone: string,
): boolean {
  const normal = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  return (
    startDay(event, timeZone) === meeting.date && normal(event.summary) === normal(meeting.title)
  )
}

type Merging = {
  timeZone: string
  /** Whether a meeting is among what is shown. */
  isShown: (entry: CalendarEntry) => boolean
  /** Events that hide a quarter's meeting of their day if no admin has matched it. */
  onDays: readonly CalendarEntry[]
  /** Shows a quarter's meeting instead of an event of its day that is named a board meeting: for calendars elsewhere. */
  findsQuarters?: boolean
}

/**
 * The calendar's events with the meetings. A meeting is shown instead of its event: the one that an admin has matched, or
 * of the same day and title. A quarter's meeting that isn't matched is left out if any event is on its day.
 */
export function withMeetings(
  events: readonly CalendarEntry[],
  meetings: readonly MeetingEvent[],
  { timeZone, isShown, onDays, findsQuarters = false }: Merging,
): CalendarEntry[] {
  const taken = new Set<string>()
  const merged: CalendarEntry[] = []
  const open: MeetingEvent[] = []
  for (const known of meetings) {
    const { eventId, isQuarterly, date } = known.meeting
    const isOfQuarter = (candidate: CalendarEntry) =>
      startDay(candidate, timeZone) === date && isBoardMeeting(candidate.summary)
    const event = events.find((candidate) => {
      if (eventId !== undefined) return candidate.id === eventId
      if (isQuarterly) return findsQuarters && isOfQuarter(candidate)
      return isSameMeeting(candidate, known.meeting, timeZone)
    })
    if (eventId === undefined && isQuarterly && !event) {
      open.push(known)
      continue
    }
    if (eventId !== undefined) taken.add(eventId)
    if (event) taken.add(event.id)
    const entry = event ? shownAsMeeting(event, known) : known.entry
    if (isShown(entry)) merged.push(entry)
  }
  const days = new Set(
    onDays.filter(({ id }) => !taken.has(id)).flatMap((event) => daysOf(event, timeZone)),
  )
  const left = open.flatMap(({ entry }) =>
    isShown(entry) && !days.has(startDay(entry, timeZone)!) ? [entry] : [],
  )
  return [...events.filter(({ id }) => !taken.has(id)), ...left, ...merged]
}
