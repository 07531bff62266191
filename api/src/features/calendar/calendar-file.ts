import { dayAfter } from '@portal/domain/days'
import { meetingOf, meetingPath } from '@portal/domain/meeting-ref'
import { shownName } from '@portal/domain/shown-text'
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import type { CalendarEntry } from './calendar.ts'
import { icsZone } from './ics-zone.ts'

/** An event of an iCalendar file: an entry of the calendar, and what calendars elsewhere need to know of it. */
export type FileEntry = {
  entry: CalendarEntry
  uid: string
  /** When it was last changed. The same entry has the same, so that a file changes with its content alone. */
  stamp: Date
  /** The meeting's page in the portal. */
  page?: string | undefined
  /** Of an invitation. */
  invited?: Invited | undefined
}

type Invited = {
  organizer: { name: string; address: string }
  attendee: { name: string; address: string }
  /** Whether the organizer reads what the attendee's program answers. */
  isAnswered: boolean
}

type CalendarFile = {
  /** For a calendar that is subscribed to. */
  name?: string | undefined
  /** Of an invitation or its withdrawal. */
  method?: 'REQUEST' | 'CANCEL' | undefined
  timeZone: string
  entries: readonly FileEntry[]
  now: Date
}

/** An entry as an event of a file. `portal` is the portal's address. */
export function fileEntry(entry: CalendarEntry, portal: string, now: Date): FileEntry {
  const { of } = entry
  // An occurrence always has the same id, so importing it twice creates one event.
  if (!of) return { entry, uid: entry.id, stamp: new Date(now.toISOString().slice(0, 10)) }
  const meeting = meetingOf(of.id)
  return {
    entry,
    uid: uidOf(of.key, portal),
    stamp: of.changedAt,
    page: meeting && `${portal}${meetingPath(meeting)}`,
  }
}

/** The UID of a meeting, by its key. Two portals may each have a meeting with the same one. */
export function uidOf(key: string, portal: string): string {
  return `${key}@${new URL(portal).hostname}`
}

/** How often calendars should read a feed, in seconds. */
const readEvery = 60 * 60

/**
 * An iCalendar file (RFC 5545). Times are in the foundation's zone, whose definition is always included: without it,
 * some calendars show them in the reader's.
 */
export function calendarFile({ name, method, timeZone, entries, now }: CalendarFile): string {
  const calendar = ical({
    prodId: { company: 'Board Portal', product: 'Calendar', language: 'EN' },
    ...(method ? { method: ICalCalendarMethod[method] } : {}),
    ...(name === undefined ? {} : { name, ttl: readEvery }),
  })
  for (const { entry, uid, stamp, page, invited } of entries) {
    const { summary, location, sequence = 0, join_url: joinUrl } = entry
    const event = calendar.createEvent({
      id: uid,
      stamp,
      sequence,
      ...momentsOf(entry, timeZone),
      summary,
      ...(location === undefined ? {} : { location }),
      ...descriptionOf(entry, page),
      ...optional('url', page ?? joinUrl),
      ...(entry.cancelled ? { status: ICalEventStatus.CANCELLED } : {}),
      ...(entry.isPrivate ? { class: ICalEventClass.PRIVATE } : {}),
      ...(entry.isFree ? { transparency: ICalEventTransparency.TRANSPARENT } : {}),
    })
    if (joinUrl !== undefined && !entry.cancelled) event.x('X-GOOGLE-CONFERENCE', joinUrl)
    if (!invited) continue
    const { organizer, attendee, isAnswered } = invited
    event.organizer({ name: quotable(organizer.name), email: organizer.address })
    event.createAttendee({
      name: quotable(attendee.name),
      email: attendee.address,
      rsvp: isAnswered,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.NEEDSACTION,
    })
  }
  // The library would define the zone before the last properties of the calendar, and only for events with times.
  const [properties, ...events] = calendar.toString().split(/^(?=BEGIN:VEVENT\r|END:VCALENDAR)/m)
  const zone = icsZone(timeZone, ...spanOf(entries, now))
  return `${properties}${zone}\r\n${events.join('')}\r\n`
}

/** The link is also in the description, where every calendar shows it. */
function descriptionOf(entry: CalendarEntry, page: string | undefined) {
  const { timeUnconfirmed, description, join_url: joinUrl, cancelled } = entry
  const text = [
    timeUnconfirmed && 'Time to be confirmed',
    description,
    joinUrl && !cancelled && `Join: ${joinUrl}`,
    page && `In the board portal: ${page}`,
  ]
    .filter(Boolean)
    .join('\n\n')
  return text === '' ? {} : { description: { plain: text } }
}

function momentsOf({ start, end }: CalendarEntry, timeZone: string) {
  if (start.date !== undefined) {
    const last = end?.date ?? dayAfter(start.date)
    return { allDay: true, start: new Date(start.date), end: new Date(last) }
  }
  const at = (text: string) => Temporal.Instant.fromEpochMilliseconds(Date.parse(text))
  return {
    timezone: timeZone,
    start: at(start.dateTime!),
    ...(end?.dateTime === undefined ? {} : { end: at(end.dateTime) }),
  }
}

/** From the first start to the last, with the present. */
function spanOf(entries: readonly FileEntry[], now: Date): [Date, Date] {
  const starts = [
    now.getTime(),
    ...entries.map(({ entry: { start } }) => Date.parse(start.dateTime ?? start.date!)),
  ]
  return [new Date(Math.min(...starts)), new Date(Math.max(...starts))]
}

/** As a parameter's value, which can't have quotation marks (RFC 5545, 3.2). */
function quotable(name: string): string {
  return shownName(name).replaceAll('"', '’')
}

function optional<K extends string>(name: K, value: string | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: string }
}
