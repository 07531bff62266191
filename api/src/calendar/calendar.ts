import type { CalendarEvent } from '@portal/contract/calendar'

/** The contract's fields of an event, and internal ones. */
export type CalendarEntry = CalendarEvent & {
  /** Marked as free: it blocks no time. */
  isFree?: boolean
}

/**
 * A calendar's answer; with `staleSince` it is the last known one, because the source can't be
 * reached.
 */
export type Known<T> = T & { staleSince?: Date }

/**
 * The board's calendar. Recurring events are expanded, each occurrence with its own id. Times are
 * in the foundation's zone. Refuses with `unavailable` if it can't be read and nothing is known of
 * it.
 */
export type Calendar = {
  /** Occurrences that overlap `[from, to)`, soonest first. */
  between: (from: Date, to: Date) => Promise<Known<CalendarEntry[]>>
  /** Undefined for an unknown or cancelled event, and for a series. */
  byId: (id: string) => Promise<Known<CalendarEntry> | undefined>
}

/** The message when the calendar can't be read (specification, section 8). */
export const calendarTrouble = 'Failed to fetch upcoming events'
