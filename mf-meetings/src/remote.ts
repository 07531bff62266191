import { todayIn } from '@portal/domain/days'
import { currentQuarter, parseQuarter, type Quarter } from '@portal/domain/quarter'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import {
  latestMappingsQuery,
  quarterMappingsQuery,
  quartersQuery,
} from '@portal/remote-kit/queries/mappings'
import { nextEvents } from '@portal/remote-kit/queries/upcoming-events'
import { defineRemote, type ReadAheadHost } from '@portal/remote-kit/remote'
import { meetingsPaths } from './meetings-paths.ts'
import { routes } from './routes.ts'
import { monthEventsQuery, upcomingEventsQuery } from './shared/calendar-queries.ts'
import { hasAgenda, materialsOf } from './shared/materials-of.ts'
import { monthOfDay } from './shared/months.ts'

/** The board's meetings: the calendar, the quarter's papers, and the dashboard's next meeting. */
export default defineRemote({
  name: 'meetings',
  owns: [meetingsPaths.calendar, meetingsPaths.meetings, meetingsPaths.myNotes],
  navigation: [
    { to: meetingsPaths.meetings, label: 'Meeting Materials', icon: 'book-open', order: 15 },
    { to: meetingsPaths.calendar, label: 'Board Calendar', icon: 'calendar-days', order: 20 },
    { to: meetingsPaths.myNotes, label: 'My notes', icon: 'notebook-pen', order: 45 },
  ],
  routes,
  reading: [
    { below: meetingsPaths.meetings, query: 'material' },
    { below: meetingsPaths.nowPath },
    { below: meetingsPaths.bookPath },
  ],
  readAhead,
  slots: {
    upcomingMeeting: {
      slot: 'dashboard',
      order: 10,
      load: () => import('./upcoming-meeting/upcoming-meeting-card.tsx'),
    },
    sinceLastVisit: {
      slot: 'dashboard',
      order: 25,
      width: 'half',
      load: () => import('./since-last-visit/since-last-visit.tsx'),
    },
    askedOfYou: {
      slot: 'dashboard',
      order: 45,
      load: () => import('./asked-of-you/asked-of-you.tsx'),
    },
  },
})

/** Prefetches what the screen at a path shows first. */
function readAhead(path: string, { portal, queries }: ReadAheadHost): void {
  const { call, config, person } = portal
  const { timeZone } = config.foundation
  if (path === '/') {
    void queries.prefetchQuery(latestMappingsQuery(call))
    void queries.prefetchQuery(
      upcomingEventsQuery(call, { limit: nextEvents, ...person, timeZone }),
    )
  } else if (path === meetingsPaths.calendar) {
    const month = monthOfDay(todayIn(timeZone))
    void queries.prefetchQuery(monthEventsQuery(call, month))
  } else if (path === meetingsPaths.meetings) {
    void readPapersAhead(currentQuarter(timeZone), { portal, queries })
  } else {
    const [, year, number, page] = /^\/meetings\/(?:now\/)?(\d+)\/q\/(\d)\/?(.*)$/.exec(path) ?? []
    const quarter = parseQuarter(year, number)
    if (!quarter) return
    if (page === '') void readPapersAhead(quarter, { portal, queries })
    else void queries.prefetchQuery(quarterMappingsQuery(call, quarter))
    if (page === 'agenda') void queries.prefetchQuery(agendaQuery(call, quarter))
  }
}

/** The list, and the agenda that may be open next to it. */
async function readPapersAhead(quarter: Quarter, { portal, queries }: ReadAheadHost) {
  const mappings = quarterMappingsQuery(portal.call, quarter)
  void queries.prefetchQuery(quartersQuery(portal.call, quarter.year))
  await queries.prefetchQuery(mappings)
  const materials = materialsOf(queries.getQueryData(mappings.queryKey) ?? {}, quarter)
  if (hasAgenda(materials)) {
    await queries.prefetchQuery(agendaQuery(portal.call, quarter))
  }
}
