import type { CalendarEvent } from '@portal/contract/calendar'

/** What the contract tells of an event, and what only the portal judges by. */
export type CalendarEntry = CalendarEvent & {
  /** Its days stay free for whoever looks: it blocks no time. */
  isFree?: boolean
}

/** What a calendar answers; `staleSince` where it can't be reached and says what was true then. */
export type Known<T> = T & { staleSince?: Date }

/**
 * The board's calendar. Recurring events come expanded, each occurrence with an id of its own. Times are given in
 * the foundation's zone. Refuses with `unavailable` where it can't be read and nothing is known of it.
 */
export type Calendar = {
  /** Occurrences that touch `[from, to)`, soonest first. */
  between: (from: Date, to: Date) => Promise<Known<CalendarEntry[]>>
  /** Undefined for what isn't there, was cancelled, or is a series and no occurrence. */
  byId: (id: string) => Promise<Known<CalendarEntry> | undefined>
}

/** The sentence of whoever can't read the calendar (specification, section 8). */
export const calendarTrouble = 'Failed to fetch upcoming events'
