import { listEvents } from '@portal/contract/calendar'
import type { Call } from '@portal/contract/client'
import { firstDayOf, type Quarter, quarterAfter } from '@portal/domain/quarter'
import { queryOptions } from '@portal/remote-kit/query'

/** A quarter's events, including its board meeting. */
export function quarterEventsQuery(call: Call, quarter: Quarter) {
  const query = { from: firstDayOf(quarter), to: firstDayOf(quarterAfter(quarter)) }
  return queryOptions({
    queryKey: ['meetings', 'events', query.from, query.to],
    queryFn: ({ signal }) => call(listEvents, { query }, { signal }),
    staleTime: 60_000,
  })
}
