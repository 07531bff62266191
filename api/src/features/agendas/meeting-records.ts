import { type Day, isDay } from '@portal/domain/days'
import {
  isQuarterly,
  meetingLabel,
  meetingOf,
  type MeetingRef,
  type OtherMeeting,
} from '@portal/domain/meeting-ref'
import type { Agenda } from '@portal/contract/agendas'
import type { AgendasInMemory } from './agendas-in-memory.ts'
import { normalAgenda } from './stored-agenda.ts'

/** What is known of every meeting, from memory. Without any check of access: the caller must check it. */
export type MeetingRecords = {
  /** What lists call a meeting: `Q4 2026`, or `Finance Committee, 12 November 2026`. */
  nameOf: (meeting: MeetingRef) => string
  /** The same by its id; undefined for what isn't the id of a meeting, and for a quarter's. */
  meetingName: (id: string) => string | undefined
  /** The day of a meeting that isn't a quarterly one, which its readers see before its agenda is published. */
  dayOf: (meeting: OtherMeeting) => Day | undefined
  /** What is seen of such a meeting without its agenda; undefined for a quarterly one. */
  announced: (meeting: MeetingRef) => Announced | undefined
}

export type Announced = Pick<Agenda, 'title' | 'date' | 'time' | 'endTime' | 'location'>

export function createMeetingRecords(agendas: Pick<AgendasInMemory, 'get'>): MeetingRecords {
  const dayOf = (meeting: OtherMeeting) => {
    const date = agendas.get(meeting)?.['date']
    return typeof date === 'string' && isDay(date) ? date : undefined
  }
  const nameOf = (meeting: MeetingRef) => {
    if (isQuarterly(meeting)) return meetingLabel(meeting)
    const title = agendas.get(meeting)?.['title']
    if (typeof title !== 'string' || title.trim() === '') return meetingLabel(meeting)
    return meetingLabel(meeting, { title, date: dayOf(meeting) })
  }
  return {
    dayOf,
    nameOf,
    announced(meeting) {
      const stored = isQuarterly(meeting) ? undefined : agendas.get(meeting)
      return stored && normalAgenda(stored, meeting)
    },
    meetingName(id) {
      const meeting = meetingOf(id)
      return meeting && !isQuarterly(meeting) ? nameOf(meeting) : undefined
    },
  }
}
