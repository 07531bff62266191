import type { AgendaItem } from '@portal/contract/agendas'
import type { CalendarEvent } from '@portal/contract/calendar'
import type { EmbedType } from '@portal/contract/mappings'
import type { OwnMeeting } from '@portal/contract/own-meetings'
import type { Person } from '@portal/contract/portal'
import { startTimes } from '@portal/domain/agenda-times'
import { dayAfter, dayOf, isDay } from '@portal/domain/days'
import { slotOf } from '@portal/domain/ids'
import type { Reader } from '@portal/domain/may-read'
import { meetingEvent } from '@portal/domain/meeting-event'
import {
  bodyOfMeeting,
  isQuarterly,
  isSameMeeting,
  meetingId,
  meetingLabel,
  meetingOf,
  type MeetingRef,
} from '@portal/domain/meeting-ref'
import { type MeetingSlot, slotName } from '@portal/domain/slot-names'
import { sourceOf } from '@portal/domain/slot-source'
import { ignoring } from '../../refusal.ts'
import type { Stored } from '../../platform/store/document-store.ts'
import {
  type AgendasInMemory,
  normalItem,
  normalItems,
  timesOf,
} from '../agendas/agendas-feature.ts'
import type { AgendaSlotsService, MappingsInMemory } from '../mappings/mappings-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'

type Parts = {
  agendasInMemory: Pick<AgendasInMemory, 'all' | 'get'>
  inMemory: Pick<MappingsInMemory, 'all'>
  slots: Pick<AgendaSlotsService, 'showsNative'>
  visibility: Pick<
    VisibilityService,
    | 'readerOf'
    | 'mayReadMeeting'
    | 'mayReadOpenItem'
    | 'mayReadItem'
    | 'mayReadSlot'
    | 'mayReadPaper'
    | 'isRestricted'
    | 'restriction'
    | 'meetingOf'
  >
  bodies: { all: () => { id: string; name: string }[] }
  calendar: { between: (person: Person, from: string, to: string) => Promise<CalendarEvent[]> }
  timeZone: string
  now: () => Date
}

/** An assistant of a person with many meetings gets those to come and the latest. */
const most = 40

type RawAgenda = Stored<Record<string, unknown>>
type Paper = { id: string; name: string; slot: MeetingSlot }
type Embed = Paper & { url: string; type?: EmbedType | undefined }

/** What guests and assistants see of the portal: meetings, and of each the items and papers that they may read. */
export function createOwnMeetingsService(parts: Parts) {
  const { agendasInMemory, inMemory, slots, visibility, bodies, calendar, timeZone, now } = parts

  const papersOf = (reader: Reader, meeting: MeetingRef): Paper[] =>
    inMemory.all().flatMap((mapping) => {
      const { id, documentId, title, active } = mapping
      const slot = slotOf(id)
      if (slot?.kind !== 'meeting' || !isSameMeeting(slot, meeting)) return []
      if (documentId === undefined || sourceOf(mapping) !== 'document') return []
      if (!visibility.mayReadSlot(reader, slot, active)) return []
      // It can be closed because of another slot.
      const isClosed = visibility.isRestricted(documentId)
      if (isClosed && !visibility.mayReadPaper(reader, { id: documentId, path: '' })) return []
      return [{ id: documentId, name: title ?? slotName(slot), slot }]
    })

  const embedsOf = (reader: Reader, meeting: MeetingRef): Embed[] =>
    inMemory.all().flatMap((mapping) => {
      const { id, embedUrl: url, embedType: type, title, active } = mapping
      const slot = slotOf(id)
      if (slot?.kind !== 'meeting' || !isSameMeeting(slot, meeting)) return []
      if (url === undefined || sourceOf(mapping) !== 'embed') return []
      if (!visibility.mayReadSlot(reader, slot, active)) return []
      return [{ id, name: title ?? slotName(slot), slot, url, type }]
    })

  /** A restricted item is stored apart: its place in the agenda has the key. */
  const itemsOf = (reader: Reader, meeting: MeetingRef, stored: RawAgenda): AgendaItem[] => {
    const raw = Array.isArray(stored['items']) ? stored['items'] : []
    const items = normalItems(stored)
    const starts = startTimes(timesOf(stored).time, items)
    return items.flatMap((item, index) => {
      const { closed } = (raw[index] ?? {}) as { closed?: unknown }
      if (typeof closed !== 'string') {
        return visibility.mayReadOpenItem(reader, meeting, item.id)
          ? [{ ...item, time: starts[index] }]
          : []
      }
      const restriction = visibility.restriction(closed)
      if (!restriction?.record.item || !visibility.mayReadItem(reader, restriction.thing)) return []
      const { duration } = item
      const content = normalItem(restriction.record.item, item.id)
      return [{ ...content, time: starts[index], duration }]
    })
  }

  /** The agenda that members see, if they see one that was written in the portal. */
  const agendaOf = (meeting: MeetingRef): RawAgenda | undefined => {
    const stored = agendasInMemory.get(meeting)
    return stored?.['status'] === 'published' && slots.showsNative(meeting) ? stored : undefined
  }

  const shown = (reader: Reader, meeting: MeetingRef): OwnMeeting[] => {
    if (!visibility.mayReadMeeting(reader, meeting)) return []
    const { key } = visibility.meetingOf(meeting)
    const stored = agendaOf(meeting)
    // What isn't quarterly is announced before its agenda is shown, and without it.
    const record = isQuarterly(meeting) ? stored : agendasInMemory.get(meeting)
    const items = stored ? itemsOf(reader, meeting, stored) : []
    const papers = papersOf(reader, meeting)
    const embeds = embedsOf(reader, meeting)
    if (items.length + papers.length + embeds.length === 0) return []
    const named = new Set(
      items.flatMap((item) => item.papers ?? []).map((paper) => paper.materialType),
    )
    const paperIn = (type: string) => papers.find(({ slot }) => slot.materialType === type)
    const until = reader.invitations?.find((invitation) => invitation.meeting === key)?.until
    const date = text(record, 'date')
    return [
      {
        id: meetingId(meeting),
        body: bodies.all().find(({ id }) => id === bodyOfMeeting(meeting))?.name ?? '',
        title: text(record, 'title') ?? meetingLabel(meeting),
        ...(date !== undefined && isDay(date) ? { date } : {}),
        ...(record ? timesOf(record) : {}),
        ...optional('location', text(record, 'location')),
        ...optional('until', until),
        ...(record?.['stage'] === 'cancelled' ? { cancelled: true } : {}),
        ...listed(embeds.filter(({ slot }) => !named.has(slot.materialType))),
        items: items.map((item) => ({
          id: item.id,
          title: item.title,
          ...optional('description', item.description),
          ...optional('time', item.time),
          duration: item.duration,
          ...optional('speaker', item.speaker),
          papers: (item.papers ?? []).flatMap(({ materialType, pages }) => {
            const paper = paperIn(materialType)
            return paper ? [{ id: paper.id, name: paper.name, ...optional('pages', pages) }] : []
          }),
          ...listed(
            embeds.filter(({ slot }) =>
              item.papers?.some(({ materialType }) => materialType === slot.materialType),
            ),
          ),
        })),
        papers: papers
          .filter(({ slot }) => !named.has(slot.materialType))
          .map(({ id, name }) => ({ id, name })),
      },
    ]
  }

  /** As members find it: the event that the meeting names, or the one of its day. */
  const joinUrlOf = async (person: Person, { id, date, title }: OwnMeeting) => {
    const meeting = meetingOf(id)!
    const eventId = agendasInMemory.get(meeting)?.['eventId']
    if (date === undefined) return undefined
    const events =
      (await calendar
        .between(person, date, dayAfter(date))
        .catch(ignoring('unavailable', 'notFound'))) ?? []
    const known = events.find((event) => event.id === eventId)
    const ofDay = isQuarterly(meeting)
      ? meetingEvent(events, meeting, timeZone)
      : events.find(({ summary }) => summary === title)
    return (known ?? ofDay)?.join_url
  }

  return async (person: Person): Promise<{ meetings: OwnMeeting[] }> => {
    if (person.kind === undefined) return { meetings: [] }
    const reader = visibility.readerOf(person)
    const today = dayOf(now(), timeZone)
    const isToCome = ({ date = '' }: OwnMeeting) => date >= today
    const ids = new Set(agendasInMemory.all().map(({ id }) => id))
    for (const { id } of inMemory.all()) {
      const slot = slotOf(id)
      if (slot?.kind === 'meeting') ids.add(meetingId(slot))
    }
    const all = [...ids]
      .flatMap((id) => meetingOf(id) ?? [])
      .flatMap((meeting) => shown(reader, meeting))
      .toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1))
    const coming = all.filter(isToCome)
    const past = all.filter((meeting) => !isToCome(meeting)).toReversed()
    const meetings = [...coming, ...past].slice(0, most)
    return {
      meetings: await Promise.all(
        meetings.map(async (meeting) => {
          if (!isToCome(meeting) || meeting.cancelled) return meeting
          return { ...meeting, ...optional('joinUrl', await joinUrlOf(person, meeting)) }
        }),
      ),
    }
  }
}

function text(stored: RawAgenda | undefined, name: string): string | undefined {
  const value = stored?.[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function listed(embeds: readonly Embed[]): Pick<OwnMeeting, 'embeds'> {
  if (embeds.length === 0) return {}
  return { embeds: embeds.map(({ id, name, url, type }) => ({ id, name, url, type })) }
}

function optional<K extends string>(name: K, value: string | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: string }
}
