import type { CalendarEvent } from '@portal/contract/calendar'
import { dayAfter } from '@portal/domain/days'
import { hasEnded, quarterOfEvent, startDay } from '@portal/domain/event-times'
import { isBoardMeeting } from '@portal/domain/meeting-event'
import { isQuarterly, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'

/** The meeting whose papers belong to an event; of the calendar's other events, that of their quarter. */
export function meetingOfEvent(event: CalendarEvent, timeZone: string): MeetingRef | undefined {
  return meetingOf(event.meeting ?? '') ?? quarterOfEvent(event, timeZone)
}

/** Whether an event is a meeting that isn't a quarterly one. */
export function isOtherMeeting({ meeting = '' }: CalendarEvent): boolean {
  const ref = meetingOf(meeting)
  return ref !== undefined && !isQuarterly(ref)
}

type Coming = {
  hero: CalendarEvent | undefined
  /** At most two more within a week of it; none while there are quarterly meetings only. */
  beside: CalendarEvent[]
}

/** Of the next events, the first that takes place, and the meetings near it, cancelled ones too. */
export function comingMeetings(events: readonly CalendarEvent[], timeZone: string): Coming {
  const coming = events.filter((event) => !hasEnded(event, timeZone))
  const hero = coming.find(({ cancelled }) => !cancelled) ?? coming[0]
  const day = hero && startDay(hero, timeZone)
  if (!hero || day === undefined) return { hero, beside: [] }
  const last = dayAfter(day, 7)
  const beside = coming.filter((event) => {
    const isMeeting = event.fromAgenda || isOtherMeeting(event) || isBoardMeeting(event.summary)
    const isNear = event !== hero && (startDay(event, timeZone) ?? '') <= last
    return isNear && isMeeting && (isOtherMeeting(event) || isOtherMeeting(hero))
  })
  return { hero, beside: beside.slice(0, 2) }
}
