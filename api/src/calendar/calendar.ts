import type { CalendarEvent } from '@portal/contract/calendar'

/** The board's calendar. Recurring events come expanded, each occurrence with an id of its own. */
export type Calendar = {
  /** Occurrences that touch `[from, to)`, soonest first. */
  between: (from: Date, to: Date) => Promise<CalendarEvent[]>
  byId: (id: string) => Promise<CalendarEvent | undefined>
}
