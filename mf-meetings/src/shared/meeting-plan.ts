import type { Agenda } from '@portal/contract/agendas'
import type { CalendarEvent } from '@portal/contract/calendar'
import { meetingEvent, meetingSpan } from '@portal/domain/meeting-event'
import { isQuarterly, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'

/** A meeting's times, place, agenda items, and whether it is cancelled. */
export type MeetingPlan = Pick<Agenda, 'date' | 'time' | 'endTime' | 'location' | 'items' | 'stage'>

/** The plan of a meeting whose agenda is a paper: the times of its calendar event, without items. */
export function planOfEvents(
  events: readonly CalendarEvent[],
  meeting: MeetingRef,
  timeZone: string,
): MeetingPlan | undefined {
  const event = eventOfMeeting(events, meeting, timeZone)
  const span = event && meetingSpan(event, timeZone)
  return span && { time: '', endTime: '', ...span, location: event.location, items: [] }
}

/** The calendar's event of a meeting. */
export function eventOfMeeting(
  events: readonly CalendarEvent[],
  meeting: MeetingRef,
  timeZone: string,
): CalendarEvent | undefined {
  const id = meetingId(meeting)
  const own = events.find((event) => event.meeting === id)
  return own ?? (isQuarterly(meeting) ? meetingEvent(events, meeting, timeZone) : undefined)
}
