import { listCalendarProblems } from '@portal/contract/calendar'
import type { Call } from '@portal/contract/client'
import { queryOptions } from '@portal/remote-kit/query'

/** What can't be read in the calendar; refetched with each visit, because the calendar is edited elsewhere. */
export function calendarProblemsQuery(call: Call) {
  return queryOptions({
    queryKey: ['admin', 'calendar-problems'],
    queryFn: ({ signal }) => call(listCalendarProblems, {}, { signal }),
    refetchOnMount: 'always',
  })
}

/** "3 things in the calendar can’t be read". */
export function problemsText(total: number): string {
  return total === 1
    ? 'One thing in the calendar can’t be read'
    : `${total} things in the calendar can’t be read`
}
