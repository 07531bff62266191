import { calendarEvent, listUpcomingEvents } from '@portal/contract/calendar'
import type { Person } from '@portal/contract/portal'
import type { Call } from '../client.ts'
import { queryOptions } from '@portal/remote-kit/query'
import * as z from 'zod/mini'
import { sessionCopy } from '../session-copy.ts'
import { sharedKey } from './shared-key.ts'

/** How long the browser session may show them without a refetch, in ms (specification, section 9). */
export const upcomingLifetime = 300_000

/** How many the dashboard requests: the next meeting, and those of the same week. */
export const nextEvents = 5

type Reader = Pick<Person, 'uid' | 'bodies'>

/**
 * The next events that aren't private. A reload paints what this browser session read last, unless the reader sees the
 * meetings of other bodies now, and refetches once that is stale.
 */
export function upcomingEventsQuery(
  call: Call,
  { limit, uid, bodies = [] }: Reader & { limit: number },
) {
  const owner = [uid, ...bodies].join(' ')
  const copy = sessionCopy(`upcomingEvents-${limit}`, z.array(calendarEvent))
  return queryOptions({
    queryKey: sharedKey(['calendar', 'upcoming', limit, uid]),
    queryFn: async ({ signal }) => {
      const query = { limit, private: 'false' as const }
      const events = await call(listUpcomingEvents, { query }, { signal })
      copy.keep(owner, events)
      return events
    },
    staleTime: upcomingLifetime,
    ...copy.initial(owner),
  })
}
