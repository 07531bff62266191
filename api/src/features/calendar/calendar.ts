import type { CalendarEvent, CalendarProblem } from '@portal/contract/calendar'
import type { MeetingTime } from '@portal/domain/replies'

/** The contract's fields of an event, and internal ones. */
export type CalendarEntry = CalendarEvent & {
  /** Marked as free: it blocks no time. */
  isFree?: boolean
  /** How often a meeting has changed. */
  sequence?: number
  /** The meeting that it is. */
  of?: { id: string; key: string; changedAt: Date; time: MeetingTime }
}

/**
 * A calendar's result; with `staleSince` it is the last known one, because the source can't be
 * reached.
 */
export type MaybeStale<T> = T & { staleSince?: Date }

/**
 * The board's calendar. Recurring events are expanded, each occurrence with its own id. Times are
 * in the foundation's zone. An event that can't be read is left out and listed as a problem. Refuses
 * with `unavailable` if the calendar can't be read and nothing was read before. A call whose `signal` is aborted rejects
 * with its reason.
 */
export type Calendar = {
  /** Occurrences that overlap `[from, to)`, soonest first. */
  between: (from: Date, to: Date, signal?: AbortSignal) => Promise<MaybeStale<CalendarEntry[]>>
  /** Undefined for an unknown or canceled event, and for a series. */
  byId: (id: string, signal?: AbortSignal) => Promise<MaybeStale<CalendarEntry> | undefined>
  /** What can't be read, in the order of the calendar. */
  problems: (signal?: AbortSignal) => Promise<CalendarProblem[]>
}

/** The message when the calendar can't be read (specification, section 8). */
export const calendarTrouble = 'Failed to fetch upcoming events'

/** One occurrence, with its moments for comparisons. */
export type Occurrence = { shown: CalendarEntry; start: Date; end: Date }

/** Whether it overlaps `[from, to)`; one without a duration counts at its start. */
export function overlaps({ start, end }: Pick<Occurrence, 'start' | 'end'>, from: Date, to: Date) {
  const isMoment = start.getTime() === end.getTime()
  return start < to && (isMoment ? start >= from : end > from)
}

export function soonestFirst(a: Occurrence, b: Occurrence): number {
  return a.start.getTime() - b.start.getTime() || (a.shown.id < b.shown.id ? -1 : 1)
}
