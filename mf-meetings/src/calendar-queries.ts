import {
  type CalendarEvent,
  calendarEvent,
  listEvents,
  listUpcomingEvents,
} from '@portal/contract/calendar'
import type { Call } from '@portal/contract/client'
import { keepPreviousData, queryOptions } from '@portal/remote-kit/query'
import * as z from 'zod/mini'
import { type Month, weeksOf } from './calendar/months.ts'
import { dayAfter } from './days.ts'

/** How long the browser session may show the upcoming event without asking again, in ms (specification, section 9). */
const upcomingLifetime = 300_000

type UpcomingInput = { limit: number; uid: string; storage?: Storage }

/** The next events. What this browser session saw last paints first; it is asked for again once it is stale. */
export function upcomingEventsQuery(
  call: Call,
  { limit, uid, storage = sessionStorage }: UpcomingInput,
) {
  const kept = keptEvents(storage, limit, uid)
  return queryOptions({
    queryKey: ['calendar', 'upcoming', limit, uid],
    queryFn: async ({ signal }) => {
      const events = await call(listUpcomingEvents, { query: { limit } }, { signal })
      keepEvents(storage, limit, uid, events)
      return events
    },
    staleTime: upcomingLifetime,
    ...(kept && { initialData: kept.events, initialDataUpdatedAt: kept.at }),
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

const kept = z.object({ at: z.number(), uid: z.string(), events: z.array(calendarEvent) })

function keptEvents(storage: Storage, limit: number, uid: string) {
  try {
    const parsed = z.safeParse(kept, JSON.parse(storage.getItem(keptKey(limit)) ?? 'null'))
    return parsed.success && parsed.data.uid === uid ? parsed.data : undefined
  } catch {
    return undefined
  }
}

function keepEvents(storage: Storage, limit: number, uid: string, events: CalendarEvent[]) {
  try {
    storage.setItem(keptKey(limit), JSON.stringify({ at: Date.now(), uid, events }))
  } catch {
    // A full or forbidden storage costs the first paint, nothing else.
  }
}

const keptKey = (limit: number) => `upcomingEvents-${limit}`
