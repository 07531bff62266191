import type { listMeetings, ListedMeeting } from '@portal/contract/all-meetings'
import type { Agenda, AgendaSummary } from '@portal/contract/agendas'
import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import { type Day, dayOf, isDay } from '@portal/domain/days'
import { quarterId } from '@portal/domain/ids'
import { anyMember, isAdmin, type Reader } from '@portal/domain/may-read'
import {
  bodyOfMeeting,
  isQuarterly,
  type MeetingRef,
  meetingId,
  meetingOf,
} from '@portal/domain/meeting-ref'
import { firstDayOf, meetingName, type Quarter } from '@portal/domain/quarter'
import type * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'
import { cacheByVersion, derivedOnce } from '../../platform/store/cache-by-version.ts'
import type { Stored } from '../../platform/store/document-store.ts'
import {
  type AgendasInMemory,
  type AgendasService,
  normalAgenda,
  stageOfStored,
} from '../agendas/agendas-feature.ts'
import type { BodiesInMemory } from '../bodies/bodies-feature.ts'
import type { AgendaSlotsService, MappingsService } from '../mappings/mappings-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'

type Query = z.output<(typeof listMeetings)['query']>

export type AllMeetingsService = {
  list: (person: Person, query: Query) => Reply<typeof listMeetings>
  get: (person: Person, meeting: MeetingRef) => ListedMeeting
  /** The meetings that a person's calendar shows. The same array until something changes. */
  inCalendar: (person: Person) => CalendarMeeting[]
  /** The quarterly ones that members see, for the portal itself. */
  ofQuarters: () => CalendarMeeting[]
  /** Every published meeting, without any check of access. */
  published: () => CalendarMeeting[]
  /** Whether a person sees an event of the calendar: an admin can limit one to the readers of its meeting. */
  maySeeEvent: (person: Person, eventId: string) => boolean
}

/** A published meeting with a day. */
export type CalendarMeeting = {
  id: string
  /** Permanent, unlike the id. */
  key: string
  title: string
  date: Day
  time: string
  endTime: string
  location?: string | undefined
  description?: string | undefined
  isQuarterly: boolean
  isCancelled: boolean
  body: ListedMeeting['body']
  /** How often it has changed, for calendars. */
  sequence: number
  /** When its record was last saved. */
  changedAt: Date
  eventId?: string | undefined
}

export type AllMeetingsParts = {
  agendasInMemory: AgendasInMemory
  agendas: Pick<AgendasService, 'list' | 'shown' | 'shownTo' | 'version'>
  mappings: Pick<MappingsService, 'quarters'>
  slots: Pick<AgendaSlotsService, 'showsNative' | 'showsDrive' | 'version'>
  quarters: Pick<QuarterStatesService, 'isInPreparation'>
  visibility: Pick<VisibilityService, 'readerOf' | 'mayReadMeeting' | 'meetingOf' | 'version'>
  bodies: BodiesInMemory
  timeZone: string
  now: () => Date
}

/** A meeting with its place in the list: the day, which a quarter without a date has too, the time and the id. */
type Placed = { day: string; place: string; meeting: ListedMeeting }

/** The meetings of every body, as each reader sees them; from memory. */
export function createAllMeetingsService(parts: AllMeetingsParts): AllMeetingsService {
  const { agendasInMemory, agendas, mappings, quarters, slots, visibility, bodies } = parts

  const bodyOf = (meeting: MeetingRef): ListedMeeting['body'] => {
    const id = bodyOfMeeting(meeting)
    const { name = id, color } = bodies.find(id) ?? {}
    return { id, name, ...(color === undefined ? {} : { color }) }
  }
  const today = () => dayOf(parts.now(), parts.timeZone)

  const stateOf = (reader: Reader, meeting: MeetingRef) =>
    isAdmin(reader)
      ? {
          ...(quarters.isInPreparation(meeting) ? { inPreparation: true } : {}),
          ...(slots.showsDrive(meeting) ? { agendaInDrive: true } : {}),
        }
      : {}

  /** Whether the reader sees the native agenda of a meeting that isn't a quarterly one. */
  const showsAgenda = ({ sight }: Pick<Reader, 'sight'>, meeting: MeetingRef, status: string) =>
    sight === 'drafts'
      ? !slots.showsDrive(meeting)
      : status === 'published' && slots.showsNative(meeting)

  /** A meeting that isn't a quarterly one. When and where it is is seen before its agenda is published. */
  const others = (reader: Reader): Placed[] =>
    agendasInMemory.others().flatMap((stored) => {
      const meeting = meetingOf(stored.id)
      if (!meeting || !visibility.mayReadMeeting(reader, meeting)) return []
      const record = recordOf(stored)
      const { id, kind = 'special', title, status, date, time, endTime, location } = record
      const isSeen = isAdmin(reader) || showsAgenda(reader, meeting, status)
      const description = isSeen ? record.description : undefined
      return placed({
        id,
        body: bodyOf(meeting),
        kind,
        title,
        ...described({ date, location, description }),
        time,
        endTime,
        stage: stageOfStored(stored, today()),
        ...(isSeen ? { agenda: isAdmin(reader) ? status : 'published' } : {}),
        ...stateOf(reader, meeting),
      })
    })

  /** The quarters with an agenda or materials for the reader. */
  const quarterly = (person: Person, reader: Reader): Placed[] => {
    const byId = new Map<string, ListedMeeting>()
    const first = ({ year, quarter }: Quarter): ListedMeeting => {
      const meeting = { year, quarter }
      const stored = agendasInMemory.get(meeting)
      return {
        id: quarterId(meeting),
        body: bodyOf(meeting),
        kind: 'quarterly',
        title: meetingName(meeting),
        stage: stageOfStored(stored ?? {}, today()),
        ...stateOf(reader, meeting),
      }
    }
    for (const quarter of mappings.quarters(person, undefined).quarters) {
      byId.set(quarterId(quarter), first(quarter))
    }
    for (const agenda of agendas.list(person)) {
      const { id, title, status, date, time, endTime, location, description } = agenda
      const seen = described({ date, location, description })
      byId.set(id, { ...first(agenda), title, time, endTime, ...seen, agenda: status })
    }
    return [...byId.values()].flatMap(placed)
  }

  const calendarMeeting = (
    meeting: MeetingRef,
    agenda: Omit<Agenda, 'items'>,
  ): CalendarMeeting[] => {
    const { id, title, date, time, endTime, location, description } = agenda
    if (date === undefined || !isDay(date)) return []
    const { stage, sequence = 0, eventId } = agenda
    const { key } = visibility.meetingOf(meeting)
    const changedAt = new Date(agenda.updatedAt)
    const shown = { id, title, date, time, endTime, location, description, eventId, sequence }
    const body = bodyOf(meeting)
    const isCancelled = stage === 'cancelled'
    return [{ ...shown, key, changedAt, body, isCancelled, isQuarterly: isQuarterly(meeting) }]
  }
  const quarterInCalendar = (agenda: AgendaSummary) => calendarMeeting(agenda, agenda)
  const othersInCalendar = (all: readonly Placed[]) =>
    all.flatMap(({ meeting: { id, inPreparation } }) => {
      const meeting = meetingOf(id)
      const stored = meeting && agendasInMemory.get(meeting)
      if (!stored || isQuarterly(meeting) || inPreparation) return []
      const record = recordOf(stored)
      const isShown = showsAgenda(anyMember, meeting, record.status)
      return calendarMeeting(meeting, isShown ? record : { ...record, description: undefined })
    })

  // Each only grows, so the sum changes with any of them.
  const version = () => visibility.version() + agendas.version() + slots.version()
  type Seen = {
    all?: Placed[]
    byId?: Map<string, ListedMeeting>
    calendar?: CalendarMeeting[]
  }
  const known = cacheByVersion<Reader, Seen>(version, () => ({}))
  const limitedEvents = cacheByVersion(agendasInMemory.version, () => {
    const limited = agendasInMemory.all().filter((stored) => stored['eventLimited'] === true)
    return new Map(
      limited.flatMap(({ id, eventId }): [string, MeetingRef][] => {
        const meeting = meetingOf(id)
        return meeting && typeof eventId === 'string' ? [[eventId, meeting]] : []
      }),
    )
  })
  const seenBy = (person: Person) => {
    const reader = visibility.readerOf(person)
    const seen = known(reader)
    seen.all ??= [...others(reader), ...quarterly(person, reader)].toSorted((a, b) =>
      a.place < b.place ? -1 : 1,
    )
    seen.byId ??= new Map(seen.all.map(({ meeting }) => [meeting.id, meeting]))
    return { all: seen.all, byId: seen.byId }
  }

  return {
    list(person, { from = '', to, body, after = '', limit }) {
      const found = seenBy(person).all.filter(
        ({ day, place, meeting }) =>
          day >= from &&
          (to === undefined || day <= to) &&
          place > after &&
          (body === undefined || meeting.body.id === body),
      )
      const page = found.slice(0, limit)
      const next = found.length > limit ? page.at(-1)?.place : undefined
      return {
        meetings: page.map(({ meeting }) => meeting),
        ...(next === undefined ? {} : { next }),
      }
    },
    inCalendar(person) {
      const seen = known(visibility.readerOf(person))
      seen.calendar ??= [
        ...agendas.shownTo(person).flatMap(quarterInCalendar),
        ...othersInCalendar(seenBy(person).all),
      ]
      return seen.calendar
    },
    ofQuarters: () => agendas.shown().flatMap(quarterInCalendar),
    published: () => [
      ...agendas.shown().flatMap(quarterInCalendar),
      ...othersInCalendar(others({ sight: 'everything' })),
    ],
    maySeeEvent(person, eventId) {
      const meeting = limitedEvents(undefined).get(eventId)
      return !meeting || visibility.mayReadMeeting(visibility.readerOf(person), meeting)
    },
    get(person, meeting) {
      const seen = seenBy(person).byId.get(meetingId(meeting))
      if (!seen) throw new Refusal('notFound', 'There is no such meeting.')
      return seen
    },
  }
}

/** What a meeting's record says without its items, once for each change of it. */
const recordOf = derivedOnce((stored: Stored<Record<string, unknown>>) =>
  normalAgenda({ ...stored, items: [] }, meetingOf(stored.id)!),
)

function placed(meeting: ListedMeeting): Placed[] {
  const of = meetingOf(meeting.id)
  if (!of) return []
  const day = meeting.date ?? ('meeting' in of ? of.meeting.slice(0, 10) : firstDayOf(of))
  return [{ day, place: `${day} ${meeting.time ?? ''} ${meeting.id}`, meeting }]
}

/** The fields that have a value. */
function described<K extends string>(
  fields: Record<K, string | undefined>,
): Partial<Record<K, string>> {
  const own = Object.entries<string | undefined>(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(own) as Partial<Record<K, string>>
}
