import { listMeetings, type ListedMeeting } from '@portal/contract/all-meetings'
import { type Day, dayAfter } from '@portal/domain/days'
import type { Call } from '@portal/remote-kit/client'
import { queryOptions } from '@portal/remote-kit/query'

type Days = { from?: Day; to?: Day; limit?: number }

/** The meetings of every body that the reader may see, from a day to another, both inclusive, the earliest first. */
export function meetingsQuery(call: Call, days: Days) {
  return queryOptions({
    queryKey: ['meetings', 'all', days],
    queryFn: async ({ signal }) => {
      const meetings: ListedMeeting[] = []
      for (let after: string | undefined; ;) {
        const page = await call(listMeetings, { query: { ...days, after } }, { signal })
        meetings.push(...page.meetings)
        after = page.next
        if (after === undefined || days.limit !== undefined) return meetings
      }
    },
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}

/** The meetings of the last year and all that are coming: for the line above a quarter. */
export function recentMeetingsQuery(call: Call, today: Day) {
  return meetingsQuery(call, { from: dayAfter(today, -366) })
}

/** Whether a meeting isn't one of the board's regular ones. */
export function isOther({ kind }: Pick<ListedMeeting, 'kind'>): boolean {
  return kind !== 'quarterly'
}

/** The next meeting that isn't quarterly and takes place. */
export function nextOther(
  meetings: readonly ListedMeeting[],
  today: Day,
): ListedMeeting | undefined {
  return meetings.find(
    (meeting) =>
      isOther(meeting) &&
      meeting.stage !== 'cancelled' &&
      meeting.date !== undefined &&
      meeting.date >= today,
  )
}
