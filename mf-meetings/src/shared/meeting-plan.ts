import type { Agenda } from '@portal/contract/agendas'
import type { CalendarEvent } from '@portal/contract/calendar'
import { meetingEvent, meetingSpan } from '@portal/domain/meeting-event'
import type { Quarter } from '@portal/domain/quarter'

/** A meeting's times, place and agenda items. */
export type MeetingPlan = Pick<Agenda, 'date' | 'time' | 'endTime' | 'location' | 'items'>

/** The plan of a meeting whose agenda is a paper: the times of its calendar event, without items. */
export function planOfEvents(
  events: readonly CalendarEvent[],
  quarter: Quarter,
  timeZone: string,
): MeetingPlan | undefined {
  const event = meetingEvent(events, quarter, timeZone)
  const span = event && meetingSpan(event, timeZone)
  return span && { time: '', endTime: '', ...span, location: event.location, items: [] }
}
