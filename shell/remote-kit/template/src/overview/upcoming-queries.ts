import { listUpcomingEvents } from '@portal/contract/calendar'
import type { Call } from '@portal/remote-kit/client'
import { queryOptions } from '@portal/remote-kit/query'

/** How many events the overview shows. */
const shown = 3

/**
 * The next events. Keys begin with the remote’s name, because all remotes share one query cache.
 */
export function upcomingQuery(call: Call) {
  return queryOptions({
    queryKey: ['example', 'upcoming'],
    queryFn: ({ signal }) => call(listUpcomingEvents, { query: { limit: shown } }, { signal }),
    staleTime: 60_000,
  })
}
