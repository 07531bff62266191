import {
  type CalendarEvent,
  calendarEvent,
  listEvents,
  listUpcomingEvents,
} from '@portal/contract/calendar'
import type { Call } from '@portal/contract/client'
import { keepPreviousData, queryOptions } from '@portal/remote-kit/query'
import { sessionCopy } from '@portal/remote-kit/session-copy'
import * as z from 'zod/mini'
import { type Month, weeksOf } from './months.ts'
import { dayAfter } from './days.ts'
import { hasEnded } from './event-times.ts'

/** How long the browser session may show the upcoming event without asking again, in ms (specification, section 9). */
const upcomingLifetime = 300_000

/** How soon a page that is open asks for what follows the last event it knew of, in ms. */
const soon = 1_000

type UpcomingInput = { limit: number; uid: string; timeZone: string }

/**
 * The next events. What this browser session saw last paints first; it is asked for again once it is stale, or
 * outlived.
 */
export function upcomingEventsQuery(call: Call, { limit, uid, timeZone }: UpcomingInput) {
  const kept = keptEvents(limit)
  return queryOptions({
    queryKey: ['calendar', 'upcoming', limit, uid],
    queryFn: async ({ signal }) => {
      const events = await call(listUpcomingEvents, { query: { limit } }, { signal })
      kept.keep(uid, events)
      return events
    },
    staleTime: ({ state }) => (isOutlived(state, timeZone) ? 0 : upcomingLifetime),
    // After a failure the reader's own Try Again asks.
    refetchInterval: ({ state }) => !state.error && isOutlived(state, timeZone) && soon,
    ...kept.initial(uid),
  })
}

type Answer = { data: CalendarEvent[] | undefined; dataUpdatedAt: number }

/** Every event of an answer has ended since it was given: what comes next isn't known. */
export function isOutlived({ data = [], dataUpdatedAt }: Answer, timeZone: string): boolean {
  const given = new Date(dataUpdatedAt)
  return (
    data.every((event) => hasEnded(event, timeZone)) &&
    data.some((event) => !hasEnded(event, timeZone, given))
  )
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
