import type { Serve } from '../../platform/http/serve.ts'
import {
  downloadEvent,
  getEvent,
  listCalendarProblems,
  listEvents,
  listUpcomingEvents,
} from '@portal/contract/calendar'
import { create as contentDisposition } from 'content-disposition'
import { publicUrlOf } from '../../platform/env/env.ts'
import type { AppParts } from '../../platform/app-parts.ts'
import { adoptEvent, listEventMatches } from '@portal/contract/new-meetings'
import { meetingOf } from '@portal/domain/meeting-ref'
import { type CalendarMeetings, createCalendarService } from './calendar-service.ts'
import { createEventMatches, type EventMatchesParts } from './event-matches-service.ts'
import type { Calendar } from './calendar.ts'

export { calendarFile, fileEntry, uidOf } from './calendar-file.ts'
export type { CalendarService } from './calendar-service.ts'
export type { Calendar, CalendarEntry } from './calendar.ts'
export { meetingEvents } from './meeting-events.ts'

type Parts = {
  calendar: Calendar
  meetings: CalendarMeetings
  noteStale: (since: Date) => void
} & Pick<EventMatchesParts, 'agendas' | 'agendasInMemory'>

export function createCalendar({ settings, now, log }: AppParts, parts: Parts) {
  const { timeZone } = settings.foundation
  const calendar = createCalendarService({
    ...parts,
    timeZone,
    portal: publicUrlOf(settings),
    now,
    log,
  })
  const { events } = calendar
  const matches = createEventMatches({ ...parts, events, timeZone, now })
  return {
    ...calendar,
    jobs: [calendar.job],
    routes(serve: Serve) {
      // Before the event by its id, whose path would match `upcoming`.
      serve(listUpcomingEvents, ({ person, query }) =>
        calendar.upcoming(person, query.limit, { withPrivate: query.private === 'true' }),
      )
      serve(listEvents, ({ person, query }) => calendar.between(person, query.from, query.to))
      serve(listCalendarProblems, ({ person }) => calendar.problems(person))
      serve(listEventMatches, ({ person }) => matches.list(person))
      serve(adoptEvent, ({ person, params, body, revision }) =>
        matches.adopt(person, meetingOf(params.meeting)!, body, revision),
      )
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
    },
  }
}
