import { hasEnded } from '@portal/domain/event-times'
import { type Day, dayAfter } from '@portal/domain/days'
import { type CalendarEvent, listEvents } from '@portal/contract/calendar'
import type { Call } from '@portal/remote-kit/client'
import {
  upcomingEventsQuery as sharedUpcomingEventsQuery,
  upcomingLifetime,
} from '@portal/remote-kit/queries/upcoming-events'
import { keepPreviousData, queryOptions } from '@portal/remote-kit/query'
import { type Month, weeksOf } from './months.ts'
import { firstDayOf, quarterAfter } from '@portal/domain/quarter'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'

/** The minimum delay before an open page fetches what follows the last known event, in ms. */
const soon = 1_000

type UpcomingInput = Parameters<typeof sharedUpcomingEventsQuery>[1] & { timeZone: string }

/** The next events, fetched again as soon as the last known one has ended. */
export function upcomingEventsQuery(call: Call, { timeZone, ...input }: UpcomingInput) {
  return queryOptions({
    ...sharedUpcomingEventsQuery(call, input),
    staleTime: ({ state }) => (isOutlived(state, timeZone) ? 0 : upcomingLifetime),
    // After a failure, only Try Again refetches.
    refetchInterval: ({ state }) => !state.error && isOutlived(state, timeZone) && soon,
  })
}

type Answer = { data: CalendarEvent[] | undefined; dataUpdatedAt: number }

/** Whether every event of the response has ended, so that the next one isn't known. */
export function isOutlived({ data = [], dataUpdatedAt }: Answer, timeZone: string): boolean {
  const given = new Date(dataUpdatedAt)
  return (
    data.every((event) => hasEnded(event, timeZone)) &&
    data.some((event) => !hasEnded(event, timeZone, given))
  )
}

/** The events of a month's weeks; the previous month's stay until they have loaded. */
export function monthEventsQuery(call: Call, month: Month) {
  const weeks = weeksOf(month)
  const query = { from: weeks[0]![0]!, to: dayAfter(weeks.at(-1)!.at(-1)!) }
  return queryOptions({
    queryKey: ['meetings', 'events', query.from, query.to],
    queryFn: ({ signal }) => call(listEvents, { query }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

/** The events around a meeting: of its quarter, or of its day, which is at first the one in its id. */
export function meetingEventsQuery(call: Call, meeting: MeetingRef, date?: Day) {
  const query = daysAround(meeting, date)
  return queryOptions({
    queryKey: ['meetings', 'events', query.from, query.to],
    queryFn: ({ signal }) => call(listEvents, { query }, { signal }),
    staleTime: 60_000,
  })
}

function daysAround(meeting: MeetingRef, date: Day | undefined): { from: Day; to: Day } {
  if (isQuarterly(meeting))
    return { from: firstDayOf(meeting), to: firstDayOf(quarterAfter(meeting)) }
  const from = date ?? meeting.meeting.slice(0, 10)
  return { from, to: dayAfter(from) }
}
