import type { Agenda, AgendaContent } from '@portal/contract/agendas'
import type { CallInput } from '@portal/contract/endpoint'
import type { adoptEvent, EventMatch } from '@portal/contract/new-meetings'
import type { Person } from '@portal/contract/portal'
import { dayAfter, dayOf } from '@portal/domain/days'
import { meetingSpan } from '@portal/domain/meeting-event'
import { type MeetingRef, meetingId, meetingOf } from '@portal/domain/meeting-ref'
import { meetingLimits } from '@portal/domain/meeting-stages'
import { startOfDay } from '@portal/domain/zone-time'
import { mustManagePortal } from '../../access.ts'
import { Refusal } from '../../refusal.ts'
import {
  type AgendasInMemory,
  type MeetingWrites,
  normalAgenda,
} from '../agendas/agendas-feature.ts'
import type { CalendarEntry } from './calendar.ts'
import { isSameMeeting } from './meeting-events.ts'

type Adoption = NonNullable<CallInput<typeof adoptEvent>['body']>

export type EventMatchesParts = {
  /** The calendar's own events, without any check of access. */
  events: {
    between: (from: Date, to: Date) => Promise<CalendarEntry[]>
    byId: (id: string) => Promise<CalendarEntry | undefined>
  }
  agendas: Pick<MeetingWrites, 'setEvent'>
  agendasInMemory: Pick<AgendasInMemory, 'get' | 'all'>
  timeZone: string
  now: () => Date
}

/** How far ahead meetings are matched, in days. */
const horizon = 400

/** Which events of the calendar are which meetings, and what differs; for admins. */
export function createEventMatches(parts: EventMatchesParts) {
  const { events, agendas, agendasInMemory, timeZone, now } = parts

  const matchOf = (agenda: Agenda, event: CalendarEntry, kept: unknown): EventMatch => {
    const { id, title, date, time, endTime, location, revision } = agenda
    const confirmed = agenda.eventId !== undefined
    const isSettled = confirmed && kept === signatureOf(event, timeZone)
    return {
      meeting: {
        id,
        title,
        time,
        endTime,
        revision,
        ...(date === undefined ? {} : { date }),
        ...(location === undefined ? {} : { location }),
      },
      event,
      confirmed,
      differs: isSettled ? [] : differences(agenda, event, timeZone),
      limited: agenda.eventLimited === true,
    }
  }

  return {
    async list(person: Person): Promise<{ matches: EventMatch[] }> {
      mustManagePortal(person)
      const today = dayOf(now(), timeZone)
      const coming = agendasInMemory.all().flatMap((stored) => {
        const meeting = meetingOf(stored.id)
        const agenda = meeting && normalAgenda({ ...stored, items: [] }, meeting)
        const isComing = (agenda?.date ?? '') >= today && agenda?.stage !== 'cancelled'
        return agenda && isComing ? [{ agenda, kept: stored['eventKept'] }] : []
      })
      const soonest = coming
        .toSorted((a, b) => a.agenda.date!.localeCompare(b.agenda.date!))
        .slice(0, meetingLimits.page)
      if (soonest.length === 0) return { matches: [] }
      const known = await events.between(
        startOfDay(today, timeZone)!,
        startOfDay(dayAfter(today, horizon), timeZone)!,
      )
      const matches: EventMatch[] = []
      for (const { agenda, kept } of soonest) {
        const { eventId } = agenda
        const event =
          eventId === undefined
            ? known.find((each) => isSameMeeting(each, agenda, timeZone))
            : (known.find(({ id }) => id === eventId) ?? (await events.byId(eventId)))
        if (event) matches.push(matchOf(agenda, event, kept))
      }
      return { matches }
    },

    async adopt(
      person: Person,
      meeting: MeetingRef,
      { event: id, adopt, limited }: Adoption,
      revision: number | 'new',
    ): Promise<Agenda> {
      mustManagePortal(person)
      if (id === undefined) {
        if (adopt !== undefined || limited === true) {
          throw new Refusal('invalid', 'Name the event of the calendar.')
        }
        return agendas.setEvent(person, meeting, undefined, revision)
      }
      const event = await events.byId(id)
      if (!event) throw new Refusal('notFound', 'Event not found')
      const other = agendasInMemory
        .all()
        .find((stored) => stored['eventId'] === id && stored.id !== meetingId(meeting))
      if (other) {
        throw new Refusal('conflict', `This event belongs to another meeting already.`)
      }
      const stored = agendasInMemory.get(meeting)
      const current = stored && normalAgenda(stored, meeting)
      const content = adopt === 'event' ? contentOf(event, current, timeZone) : undefined
      const kept = adopt === 'meeting' ? signatureOf(event, timeZone) : undefined
      return agendas.setEvent(person, meeting, { id, content, kept, limited }, revision)
    },
  }
}

/** What a meeting takes from its event. An end before the start is the end of the day. */
function contentOf(
  event: CalendarEntry,
  current: Agenda | undefined,
  timeZone: string,
): AgendaContent {
  const { date, time, endTime } = meetingSpan(event, timeZone) ?? {}
  const isLater = time !== undefined && (current?.endTime ?? '') <= time
  const end = endTime ?? (isLater ? '23:59' : undefined)
  return {
    ...(date === undefined ? {} : { date }),
    ...(time === undefined ? {} : { time }),
    ...(end === undefined ? {} : { endTime: end }),
    ...(event.location === undefined ? {} : { location: event.location.slice(0, 500) }),
  }
}

function differences(
  agenda: Agenda,
  event: CalendarEntry,
  timeZone: string,
): EventMatch['differs'] {
  const { date, time, endTime } = meetingSpan(event, timeZone) ?? {}
  const isOther = (own: string | undefined, other: string | undefined) =>
    other !== undefined && other !== own
  return [
    ...(isOther(agenda.date, date) ? (['date'] as const) : []),
    ...(isOther(agenda.time, time) || isOther(agenda.endTime, endTime) ? (['time'] as const) : []),
    ...(isOther(agenda.location, event.location) ? (['location'] as const) : []),
  ]
}

/** What of an event was compared: another one means that the event has changed since. */
function signatureOf(event: CalendarEntry, timeZone: string): string {
  const { date = '', time = '', endTime = '' } = meetingSpan(event, timeZone) ?? {}
  return [date, time, endTime, event.location ?? ''].join(' ').slice(0, 600)
}
