import { agendaDefaults } from '@portal/domain/agenda-defaults'
import { firstDayOf, meetingName, type Quarter, quarterOfDate } from '@portal/domain/quarter'
import { type AgendaDraft, emptyDraft } from '../draft/agenda-draft.ts'

/** The initial values of a new meeting: on the first day of the quarter's first month. */
export function newMeeting(quarter: Quarter): AgendaDraft {
  const { time, endTime } = agendaDefaults
  return { ...emptyDraft, title: meetingName(quarter), date: firstDayOf(quarter), time, endTime }
}

/** Sets another date; a title that only names a quarter follows the date's quarter. */
export function withDate(draft: AgendaDraft, date: string): AgendaDraft {
  const quarter = quarterOfDate(date)
  const namesQuarter = /^Q[1-4] \d{4} Board Meeting$/.test(draft.title.trim())
  return { ...draft, date, ...(quarter && namesQuarter && { title: meetingName(quarter) }) }
}
