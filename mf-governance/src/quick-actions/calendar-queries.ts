import { calendarEvent, listUpcomingEvents } from '@portal/contract/calendar'
import type { Call } from '@portal/contract/client'
import { queryOptions } from '@portal/remote-kit/query'
import { sessionCopy } from '@portal/remote-kit/session-copy'
import * as z from 'zod/mini'

/** How long the browser session may show the upcoming event without asking again, in ms (specification, section 9). */
const upcomingLifetime = 300_000

const limit = 1

/** The next meeting. The dashboard's hero asks the same under the same key, so that one request serves both. */
export function upcomingEventsQuery(call: Call, uid: string) {
  const kept = sessionCopy(`upcomingEvents-${limit}`, z.array(calendarEvent))
  return queryOptions({
    queryKey: ['calendar', 'upcoming', limit, uid],
    queryFn: async ({ signal }) => {
      const events = await call(listUpcomingEvents, { query: { limit } }, { signal })
      kept.keep(uid, events)
      return events
    },
    staleTime: upcomingLifetime,
    ...kept.initial(uid),
  })
}
