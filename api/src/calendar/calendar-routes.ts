import { getEvent, listEvents, listUpcomingEvents } from '@portal/contract/calendar'
import type { Serve } from '../http/serve.ts'
import type { CalendarService } from './calendar-service.ts'

export function calendarRoutes(serve: Serve, calendar: CalendarService): void {
  // Before the event by its id, whose path would take `upcoming` for one.
  serve(listUpcomingEvents, ({ person, query }) => calendar.upcoming(person, query.limit))
  serve(listEvents, ({ person, query }) => calendar.between(person, query.from, query.to))
  serve(getEvent, ({ person, params }) => calendar.get(person, params.id))
}
