import type { CalendarEvent } from '@portal/contract/calendar'

/** What the contract tells of an event, and what only the portal judges by. */
export type CalendarEntry = CalendarEvent & {
  /** Its days stay free for whoever looks: it blocks no time. */
  isFree?: boolean
}

/** The board's calendar. Recurring events come expanded, each occurrence with an id of its own. */
export type Calendar = {
  /** Occurrences that touch `[from, to)`, soonest first. */
  between: (from: Date, to: Date) => Promise<CalendarEntry[]>
  byId: (id: string) => Promise<CalendarEntry | undefined>
}
