import { parseQuarter, type Quarter } from '@portal/contract/quarter'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { mappingsQuery } from '@portal/remote-kit/queries/mappings'
import type { ReadAheadHost } from '@portal/remote-kit/remote'
import { monthEventsQuery, upcomingEventsQuery } from './shared/calendar-queries.ts'
import { todayIn } from './shared/days.ts'
import { hasAgenda, materialsOf } from './shared/materials-of.ts'
import { monthOfDay } from './shared/months.ts'
import { currentQuarter } from './shared/quarter-address.ts'

/** What the screen at a path shows first. */
export function readAhead(path: string, { portal, queries }: ReadAheadHost): void {
  const { call, config, person } = portal
  const { timeZone } = config.foundation
  if (path === '/') {
    void queries.prefetchQuery(upcomingEventsQuery(call, { limit: 1, uid: person.uid, timeZone }))
  } else if (path === '/calendar') {
    const month = monthOfDay(todayIn(timeZone))
    void queries.prefetchQuery(monthEventsQuery(call, month))
  } else if (path === '/meetings') {
    void readPapersAhead(currentQuarter(timeZone), { portal, queries })
  } else {
    const [, year, number, page] = /^\/meetings\/(\d+)\/q\/(\d)\/?(.*)$/.exec(path) ?? []
    const quarter = parseQuarter(year, number)
    if (quarter && page === '') void readPapersAhead(quarter, { portal, queries })
    else if (quarter && page === 'agenda') {
      void queries.prefetchQuery(mappingsQuery(call))
      void queries.prefetchQuery(agendaQuery(call, quarter))
    } else void queries.prefetchQuery(mappingsQuery(call))
  }
}

/** The list, and the agenda that may stand open beside it. */
async function readPapersAhead(quarter: Quarter, { portal, queries }: ReadAheadHost) {
  const mappings = mappingsQuery(portal.call)
  await queries.prefetchQuery(mappings)
  const materials = materialsOf(queries.getQueryData(mappings.queryKey) ?? {}, quarter)
  if (hasAgenda(materials)) {
    await queries.prefetchQuery(agendaQuery(portal.call, quarter))
  }
}
