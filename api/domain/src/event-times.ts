import { briefDayText, type Day, dayAfter, dayOf } from './days.ts'
import { type Quarter, quarterOf, quarterOfDate } from './quarter.ts'
import { spanText, timeText, yourTimeText, zoneText } from './time-text.ts'

/** RFC 3339 with an offset for a timed event, `YYYY-MM-DD` for an all-day one. */
type EventMoment = { dateTime?: string | undefined; date?: string | undefined }

/** When an event is. All-day events have no zone; their end date is exclusive. */
export type EventTimes = {
  start: EventMoment
  end?: EventMoment | undefined
  /** The zone of its times is unknown, so it has dates only. */
  timeUnconfirmed?: boolean | undefined
}

const unconfirmed = 'Time to be confirmed'

/** A long event is limited here, so that a mistyped end can't fill a calendar endlessly. */
const mostDays = 366

export function isAllDay({ start }: EventTimes): boolean {
  return start.dateTime === undefined
}

/** The quarter whose materials belong to a meeting: that of its first day in the foundation's zone. */
export function quarterOfEvent({ start }: EventTimes, timeZone: string): Quarter | undefined {
  const { dateTime, date } = start
  if (dateTime === undefined) return date === undefined ? undefined : quarterOfDate(date)
  const moment = new Date(dateTime)
  return Number.isNaN(moment.getTime()) ? undefined : quarterOf(moment, timeZone)
}

/** Every day an event touches in a zone. */
export function daysOf(event: EventTimes, timeZone: string): Day[] {
  const first = startDay(event, timeZone)
  if (first === undefined) return []
  const last = lastDay(event, timeZone) ?? first
  const days = [first]
  while (days.at(-1)! < last && days.length < mostDays) days.push(dayAfter(days.at(-1)!))
  return days
}

export function startDay({ start }: EventTimes, timeZone: string): Day | undefined {
  const { dateTime, date } = start
  return dateTime === undefined ? date : dayOf(new Date(dateTime), timeZone)
}

/** The text before an event's title on one of its days. */
export function timeOn(day: Day, event: EventTimes, timeZone: string): string {
  if (event.timeUnconfirmed && day === startDay(event, timeZone)) return unconfirmed
  if (isAllDay(event)) return event.timeUnconfirmed ? 'Continues' : 'All day'
  if (day !== startDay(event, timeZone)) return 'Continues'
  return timeText(new Date(event.start.dateTime!), timeZone)
}

/** "9:00 AM – 12:00 PM PT", "All day", or with dates if the event spans several days. */
export function eventSpanText(event: EventTimes, timeZone: string): string {
  if (!isAllDay(event)) {
    const span = spanOf(event)
    return `${spanText(span, timeZone)} ${zoneText(span.start, timeZone)}`
  }
  const days = daysOf(event, timeZone)
  const [first, last] = [days[0], days.at(-1)]
  const time = event.timeUnconfirmed ? unconfirmed : 'All day'
  if (!first || !last || first === last) return time
  return `${time}, ${briefDayText(first)} – ${briefDayText(last)}`
}

/** The same span in the reader's zone; undefined if it shows the same time. */
export function eventReaderSpan(
  event: EventTimes,
  timeZone: string,
  readersZone: string,
): string | undefined {
  if (isAllDay(event)) return undefined
  const span = spanOf(event)
  return yourTimeText(span.start, [timeZone, readersZone], (hourCycle) =>
    spanText({ ...span, hourCycle }, readersZone),
  )
}

/** Whether an event is over; one without a duration after its start, an all-day one after its last day. */
export function hasEnded(event: EventTimes, timeZone: string, now: Date = new Date()): boolean {
  if (isAllDay(event)) {
    const last = lastDay(event, timeZone) ?? startDay(event, timeZone) ?? ''
    return last < dayOf(now, timeZone)
  }
  const { start, end } = spanOf(event)
  return end !== undefined && end > start ? end <= now : start < now
}

export function hasStarted(event: EventTimes, timeZone: string, now: Date = new Date()): boolean {
  if (isAllDay(event)) return (startDay(event, timeZone) ?? '') <= dayOf(now, timeZone)
  return spanOf(event).start <= now
}

/** Of a timed event. */
function spanOf({ start, end }: EventTimes): { start: Date; end: Date | undefined } {
  const last = end?.dateTime === undefined ? undefined : new Date(end.dateTime)
  return { start: new Date(start.dateTime!), end: last }
}

function lastDay(event: EventTimes, timeZone: string): Day | undefined {
  const { dateTime, date } = event.end ?? {}
  if (isAllDay(event)) return date === undefined ? undefined : dayAfter(date, -1)
  if (dateTime === undefined) return undefined
  // An end at midnight belongs to the previous day.
  return dayOf(new Date(Date.parse(dateTime) - 1), timeZone)
}
