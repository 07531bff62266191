import { calendarEvent, listEvents, listUpcomingEvents } from '@portal/contract/calendar'
import type { Call } from '@portal/contract/client'
import { keepPreviousData, queryOptions } from '@portal/remote-kit/query'
import { sessionCopy } from '@portal/remote-kit/session-copy'
import * as z from 'zod/mini'
import { type Month, weeksOf } from './calendar/months.ts'
import { dayAfter } from './days.ts'

/** How long the browser session may show the upcoming event without asking again, in ms (specification, section 9). */
const upcomingLifetime = 300_000

type UpcomingInput = { limit: number; uid: string }

/** The next events. What this browser session saw last paints first; it is asked for again once it is stale. */
export function upcomingEventsQuery(call: Call, { limit, uid }: UpcomingInput) {
  const kept = keptEvents(limit)
  return queryOptions({
    queryKey: ['calendar', 'upcoming', limit, uid],
    queryFn: async ({ signal }) => {
      const events = await call(listUpcomingEvents, { query: { limit } }, { signal })
      kept.keep(uid, events)
      return events
    },
    staleTime: upcomingLifetime,
    initialData: () => kept.read(uid)?.value,
    initialDataUpdatedAt: () => kept.read(uid)?.at,
  })
}

/** Everything that touches a month's weeks; the month before stays until it is here. */
export function monthEventsQuery(call: Call, month: Month) {
  const weeks = weeksOf(month)
  const query = { from: weeks[0]![0]!, to: dayAfter(weeks.at(-1)!.at(-1)!) }
  return queryOptions({
    queryKey: ['calendar', 'events', query.from, query.to],
    queryFn: ({ signal }) => call(listEvents, { query }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

const keptEvents = (limit: number) => sessionCopy(`upcomingEvents-${limit}`, z.array(calendarEvent))
