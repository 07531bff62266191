import { listCalendarProblems } from '@portal/contract/calendar'
import type { Call } from '@portal/remote-kit/client'
import { adminQuery } from '../shared/queries.ts'

/** What can't be read in the calendar; refetched with each visit, because the calendar is edited elsewhere. */
export function calendarProblemsQuery(call: Call) {
  return adminQuery(call, listCalendarProblems, ['admin', 'calendar-problems'])
}

/** "3 things in the calendar can’t be read". */
export function problemsText(total: number): string {
  return total === 1
    ? 'One thing in the calendar can’t be read'
    : `${total} things in the calendar can’t be read`
}
