import type { CalendarEvent } from '@portal/contract/calendar'
import { clocksDiffer, readerHourCycle, timeText, zoneText } from './clock-times.ts'
import { type Day, dateOf, dayAfter, dayOf, monthName, shortWeekdayName } from './days.ts'

/** A long event is cut here, so that a mistyped end can't fill a calendar for ever. */
const mostDays = 366

export function isAllDay(event: CalendarEvent): boolean {
  return event.start.dateTime === undefined
}

/** Every day an event touches in a zone. All-day events have no zone; their end date is exclusive. */
export function daysOf(event: CalendarEvent, timeZone: string): Day[] {
  const first = startDay(event, timeZone)
  if (first === undefined) return []
  const last = lastDay(event, timeZone) ?? first
  const days = [first]
  while (days.at(-1)! < last && days.length < mostDays) days.push(dayAfter(days.at(-1)!))
  return days
}

export function startDay(event: CalendarEvent, timeZone: string): Day | undefined {
  const { dateTime, date } = event.start
  return dateTime === undefined ? date : dayOf(new Date(dateTime), timeZone)
}

/** What stands before an event's title on one of its days. */
export function timeOn(day: Day, event: CalendarEvent, timeZone: string): string {
  if (isAllDay(event)) return 'All day'
  if (day !== startDay(event, timeZone)) return 'Continues'
  return timeText(new Date(event.start.dateTime!), timeZone)
}

/** "9:00 AM – 12:00 PM PT", "All day", or with days where the event is longer than one. */
export function spanText(event: CalendarEvent, timeZone: string): string {
  const days = daysOf(event, timeZone)
  if (isAllDay(event)) {
    const [first, last] = [days[0], days.at(-1)]
    if (!first || !last || first === last) return 'All day'
    return `All day, ${briefDay(first)} – ${briefDay(last)}`
  }
  const start = new Date(event.start.dateTime!)
  return `${clockSpan(event, timeZone, 'h12')} ${zoneText(start, timeZone)}`
}

/** The same span by the reader's own clock; undefined where that shows the same time. */
export function readerSpanText(
  event: CalendarEvent,
  timeZone: string,
  readersZone: string,
): string | undefined {
  if (isAllDay(event)) return undefined
  const start = new Date(event.start.dateTime!)
  if (!clocksDiffer(start, timeZone, readersZone)) return undefined
  const otherDay = dayOf(start, timeZone) !== dayOf(start, readersZone)
  const day = otherDay ? `${shortWeekdayName(dayOf(start, readersZone))} ` : ''
  return `(${day}${clockSpan(event, readersZone, readerHourCycle())} your time)`
}

/** When an event is over, in ms; an all-day one when its last day ends in the zone. */
export function hasEnded(event: CalendarEvent, timeZone: string, now: Date = new Date()): boolean {
  if (isAllDay(event)) return (daysOf(event, timeZone).at(-1) ?? '') < dayOf(now, timeZone)
  return Date.parse(event.end?.dateTime ?? event.start.dateTime!) <= now.getTime()
}

export function hasStarted(
  event: CalendarEvent,
  timeZone: string,
  now: Date = new Date(),
): boolean {
  if (isAllDay(event)) return (startDay(event, timeZone) ?? '') <= dayOf(now, timeZone)
  return Date.parse(event.start.dateTime!) <= now.getTime()
}

function clockSpan(
  event: CalendarEvent,
  timeZone: string,
  hourCycle: Intl.DateTimeFormatOptions['hourCycle'],
): string {
  const start = new Date(event.start.dateTime!)
  const from = timeText(start, timeZone, hourCycle)
  if (event.end?.dateTime === undefined) return from
  const end = new Date(event.end.dateTime)
  const to = timeText(end, timeZone, hourCycle)
  const [first, last] = [dayOf(start, timeZone), dayOf(end, timeZone)]
  if (first === last || daysOf(event, timeZone).length === 1) return `${from} – ${to}`
  return `${briefDay(first)}, ${from} – ${briefDay(last)}, ${to}`
}

function lastDay(event: CalendarEvent, timeZone: string): Day | undefined {
  const { dateTime, date } = event.end ?? {}
  if (isAllDay(event)) return date === undefined ? undefined : dayAfter(date, -1)
  if (dateTime === undefined) return undefined
  // An end at midnight belongs to the day before.
  return dayOf(new Date(Date.parse(dateTime) - 1), timeZone)
}

function briefDay(day: Day): string {
  return `${shortWeekdayName(day)} ${dateOf(day)} ${monthName(day)}`
}
