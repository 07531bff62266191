import { type Day, shortDayText } from './days.ts'
import { type Quarter, quarterName } from './quarter.ts'

/** The foundation's rule for notes on papers; `days` after the meeting, or undefined while there is none. */
export function notesRuleText(days: number | undefined): string {
  if (days === undefined) return 'Notes are kept until their owners remove them.'
  return `Notes are destroyed ${daysText(days)} after the meeting.`
}

export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days.toLocaleString('en')} days`
}

/** What a note says about its day. */
export function destructionText(day: Day, today: Day): string {
  return `Will be destroyed on ${shortDayText(day, today)}`
}

/** The notes that a hold is about. */
export function heldNotesText(quarter: Quarter | undefined): string {
  return quarter ? `Notes on papers of ${quarterName(quarter)}` : 'All notes'
}
