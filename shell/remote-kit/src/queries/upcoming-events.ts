import { calendarEvent, listUpcomingEvents } from '@portal/contract/calendar'
import type { Call } from '../client.ts'
import { queryOptions } from '@portal/remote-kit/query'
import * as z from 'zod/mini'
import { sessionCopy } from '../session-copy.ts'
import { sharedKey } from './shared-key.ts'

/** How long the browser session may show them without a refetch, in ms (specification, section 9). */
export const upcomingLifetime = 300_000

/** How many the dashboard requests: the next meeting, and those of the same week. */
export const nextEvents = 5

/** The next events that aren't private. A reload paints what this browser session read last, and refetches once that is stale. */
export function upcomingEventsQuery(call: Call, { limit, uid }: { limit: number; uid: string }) {
  const copy = sessionCopy(`upcomingEvents-${limit}`, z.array(calendarEvent))
  return queryOptions({
    queryKey: sharedKey(['calendar', 'upcoming', limit, uid]),
    queryFn: async ({ signal }) => {
      const query = { limit, private: 'false' as const }
      const events = await call(listUpcomingEvents, { query }, { signal })
      copy.keep(uid, events)
      return events
    },
    staleTime: upcomingLifetime,
    ...copy.initial(uid),
  })
}
