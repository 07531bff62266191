import type { ReadAheadHost } from '@portal/remote-kit/remote'
import { parseQuarter } from '@portal/contract/quarter'
import { agendaQuery } from './agenda-queries.ts'
import { monthOfDay } from './calendar/months.ts'
import { monthEventsQuery, upcomingEventsQuery } from './calendar-queries.ts'
import { todayIn } from './days.ts'
import { mappingsQuery } from './mappings-queries.ts'

/** What the screen at a path shows first. */
export function readAhead(path: string, { portal, queries }: ReadAheadHost): void {
  const { call, config, person } = portal
  const { timeZone } = config.foundation
  if (path === '/') {
    void queries.prefetchQuery(upcomingEventsQuery(call, { limit: 1, uid: person.uid, timeZone }))
  } else if (path === '/calendar') {
    const month = monthOfDay(todayIn(timeZone))
    void queries.prefetchQuery(monthEventsQuery(call, month))
  } else {
    const [, year, quarter] = /^\/meetings\/(\d+)\/q\/(\d)\/agenda$/.exec(path) ?? []
    const named = parseQuarter(year, quarter)
    if (named) void queries.prefetchQuery(agendaQuery(call, named))
    else void queries.prefetchQuery(mappingsQuery(call))
  }
}
