import {
  downloadEvent,
  getEvent,
  listCalendarProblems,
  listEvents,
  listUpcomingEvents,
} from '@portal/contract/calendar'
import { create as contentDisposition } from 'content-disposition'
import type { AppParts } from '../../platform/app-parts.ts'
import { type CalendarService, createCalendarService } from './calendar-service.ts'
import type { Calendar } from './calendar.ts'

type Needs = { calendar: Calendar; noteStale: (since: Date) => void }

export function mountCalendar(
  { serve, settings, now, log }: AppParts,
  needs: Needs,
): CalendarService {
  const { timeZone } = settings.foundation
  const calendar = createCalendarService({ ...needs, timeZone, now, log })
  // Before the event by its id, whose path would match `upcoming`.
  serve(listUpcomingEvents, ({ person, query }) =>
    calendar.upcoming(person, query.limit, { withPrivate: query.private === 'true' }),
  )
  serve(listEvents, ({ person, query }) => calendar.between(person, query.from, query.to))
  serve.forAdmins(listCalendarProblems, ({ person }) => calendar.problems(person))
  serve(getEvent, ({ person, params }) => calendar.get(person, params.id))
  serve(downloadEvent, async ({ person, params }) => {
    const file = await calendar.file(person, params.id)
    return new Response(file, {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': contentDisposition('event.ics'),
      },
    })
  })
  return calendar
}
