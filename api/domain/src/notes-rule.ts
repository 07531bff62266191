import { counted } from './counted.ts'
import { type Day, shortDayText } from './days.ts'
import type { NamedMeeting } from './papers-by-quarter.ts'
import { type Quarter, quarterName } from './quarter.ts'

/** The foundation's rule for notes on papers; `days` after the meeting, or undefined while there is none. */
export function notesRuleText(days: number | undefined): string {
  if (days === undefined) return 'Notes are kept until their owners remove them.'
  return `Notes are destroyed ${daysText(days)} after the meeting.`
}

export function daysText(days: number): string {
  return counted(days, 'day')
}

type NoteEnd = { destroyedOn?: Day | undefined; heldFor?: readonly string[] | undefined }

/** What a note says about its day, or why it has none. Undefined if no rule is about it. */
export function noteEndText({ destroyedOn, heldFor }: NoteEnd, today: Day): string | undefined {
  if (heldFor?.length) return `Kept: legal hold — ${heldFor.join('; ')}`
  if (destroyedOn === undefined) return undefined
  return `Will be destroyed on ${shortDayText(destroyedOn, today)}`
}

/** The notes that a hold is about: those on papers of a quarter or of another meeting, or all. */
export function heldNotesText(quarter: Quarter | undefined, meeting?: NamedMeeting): string {
  const name = meeting?.name ?? (quarter && quarterName(quarter))
  return name === undefined ? 'All notes' : `Notes on papers of ${name}`
}

/** The holds on quarters and on all notes, and then those on other meetings. */
export function everyHold<Hold extends object, OfMeeting extends { meeting: NamedMeeting }>({
  holds,
  meetingHolds = [],
}: {
  holds: readonly Hold[]
  meetingHolds?: readonly OfMeeting[] | undefined
}): (Hold & Partial<Pick<OfMeeting, 'meeting'>>)[] {
  return [...holds, ...(meetingHolds as readonly (OfMeeting & Hold)[])]
}
