import { type EventTimes, quarterOfEvent, startDay } from './event-times.ts'
import { compareQuarters, type Quarter, quarterName } from './quarter.ts'
import { withOffset } from './zone-time.ts'

type Event = EventTimes & {
  summary: string
  /** Made from an agenda: it isn't the calendar's. */
  fromAgenda?: boolean | undefined
}

/** When a meeting is, as an agenda writes it: `YYYY-MM-DD`, and `HH:MM` in the foundation's zone. */
export type MeetingSpan = { date: string; time?: string; endTime?: string }

/**
 * The calendar's event of a quarter's board meeting: the one event of the quarter that is named a board meeting, or of
 * several the first that names the quarter. Undefined if that leaves it open.
 */
export function meetingEvent<E extends Event>(
  events: readonly E[],
  quarter: Quarter,
  timeZone: string,
): E | undefined {
  const meetings = events.filter((event) => {
    const of = quarterOfEvent(event, timeZone)
    const isOfQuarter = of && compareQuarters(of, quarter) === 0
    return isOfQuarter && !event.fromAgenda && isBoardMeeting(event.summary)
  })
  if (meetings.length < 2) return meetings[0]
  return meetings.find(({ summary }) => summary.includes(quarterName(quarter)))
}

/** An all-day event has no times, and one that ends on another day has no end. */
export function meetingSpan(event: EventTimes, timeZone: string): MeetingSpan | undefined {
  const date = startDay(event, timeZone)
  if (date === undefined) return undefined
  const { start, end } = event
  if (start.dateTime === undefined) return { date }
  const time = withOffset(new Date(start.dateTime), timeZone).slice(11, 16)
  if (end?.dateTime === undefined) return { date, time }
  const last = withOffset(new Date(end.dateTime), timeZone)
  const endTime = last.slice(11, 16)
  return last.startsWith(date) && endTime > time ? { date, time, endTime } : { date, time }
}

/** Whether an event is named a meeting of the board, and not of a committee. */
export function isBoardMeeting(summary: string): boolean {
  return /\bboard\b/i.test(summary) && !/\bcommittee\b/i.test(summary)
}
