import type { Agenda } from '@portal/contract/agendas'
import type { CalendarEvent } from '@portal/contract/calendar'
import { meetingEvent, meetingSpan } from '@portal/domain/meeting-event'
import type { Quarter } from '@portal/domain/quarter'

/** When a meeting is, and its items. */
export type MeetingPlan = Pick<Agenda, 'date' | 'time' | 'endTime' | 'location' | 'items'>

/** The plan of a meeting whose agenda is a paper: the times of its event in the calendar, and no items. */
export function planOfEvents(
  events: readonly CalendarEvent[],
  quarter: Quarter,
  timeZone: string,
): MeetingPlan | undefined {
  const event = meetingEvent(events, quarter, timeZone)
  const span = event && meetingSpan(event, timeZone)
  return span && { time: '', endTime: '', ...span, location: event.location, items: [] }
}
