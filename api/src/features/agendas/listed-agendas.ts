import { meetingId, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import type { Agenda, AgendaItem, AgendaSummary } from '@portal/contract/agendas'
import type { Person } from '@portal/contract/portal'
import { agendaNotPublished } from '@portal/domain/agenda-sentences'
import { type Day, isDay } from '@portal/domain/days'
import { quarterId } from '@portal/domain/ids'
import { anyMember, isAdmin, type Reader } from '@portal/domain/may-read'
import { draftTitle } from '@portal/domain/member-view'
import { compareQuarters, parseQuarter, type Quarter } from '@portal/domain/quarter'
import { Refusal } from '../../refusal.ts'
import { cacheByVersion, derivedOnce } from '../../platform/store/cache-by-version.ts'
import type { DocumentStore, Stored } from '../../platform/store/document-store.ts'
import type { AgendaSlotsService } from '../mappings/mappings-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'

import type { AgendasInMemory } from './agendas-in-memory.ts'
import { readItem, withAudience } from './closed-agenda.ts'
import {
  agendasOf,
  itemsOf,
  keyOf,
  noAgenda,
  normalAgenda,
  normalItem,
  ownIds,
  type RawAgenda,
} from './stored-agenda.ts'
import { withPapers } from './stored-papers.ts'

export type ListedAgendas = {
  ready: Promise<void>
  /** Published agendas, plus drafts for admins. The same array until something changes. */
  list: (person: Person) => AgendaSummary[]
  /** The same agendas with their items, in the same way. */
  contents: (person: Person) => Agenda[]
  /** The agendas of every meeting with their items, in the same way. */
  ofMeetings: (person: Person) => Agenda[]
  /** Every agenda with all items, drafts and closed ones: for an index in which readers search only what they see. */
  unfiltered: () => Agenda[]
  /** The agendas that members see. The same array until something changes. */
  shown: () => AgendaSummary[]
  /** The published agendas that a person sees, as a member would. The same array until something changes. */
  shownTo: (person: Person) => AgendaSummary[]
  /** A quarter's published agenda, visible or not; from memory. */
  published: (quarter: MeetingRef) => PublishedAgenda | undefined
  /** A quarter's agenda that isn't published; from memory. */
  draft: (quarter: MeetingRef) => { updatedAt: string } | undefined
  /** The quarters whose agenda isn't published. */
  draftQuarters: () => Quarter[]
  /** Whether the quarter has an agenda; from memory. */
  has: (quarter: MeetingRef) => boolean
  /** Incremented with every change of an agenda. */
  version: () => number
  /** The quarter's agenda as members see it, or the stored one for those who see drafts. */
  get: (person: Person, meeting: MeetingRef) => Promise<Agenda>
}

/** Times are ISO 8601. `publishedAt` is unknown for agendas published before it was recorded. */
type PublishedAgenda = { publishedAt?: string; updatedAt: string; date?: Day }

type Parts = {
  store: DocumentStore
  agendasInMemory: AgendasInMemory
  slots: Pick<AgendaSlotsService, 'showsNative' | 'showsDrive' | 'showsPaper' | 'version'>
  visibility: VisibilityService
  quarters: Pick<QuarterStatesService, 'isInPreparation'>
}

/** The agendas as each reader sees them. */
export function createListedAgendas({
  store,
  agendasInMemory: agendas,
  slots,
  visibility,
  quarters,
}: Parts): ListedAgendas {
  const isVisible = (reader: Reader, quarter: MeetingRef) =>
    visibility.mayReadMeeting(reader, quarter)
  /** Also for whoever doesn't look at drafts. */
  const isPublishedTo = (reader: Reader, { status }: Pick<Agenda, 'status'>, quarter: MeetingRef) =>
    status === 'published' &&
    slots.showsNative(quarter) &&
    isVisible({ ...reader, sight: 'published' }, quarter)
  /** The agenda as this reader sees it, if at all: a draft looks published, and is marked by its title. */
  const seenBy = <A extends Pick<Agenda, 'status' | 'title'>>(
    reader: Reader,
    agenda: A,
    quarter: MeetingRef,
  ): A | undefined => {
    if (isAdmin(reader) || isPublishedTo(reader, agenda, quarter)) return agenda
    if (reader.sight === 'published' || slots.showsDrive(quarter)) return undefined
    if (!isVisible(reader, quarter)) return undefined
    return { ...agenda, status: 'published', title: draftTitle(agenda.title) }
  }
  /** The items of an agenda that the reader sees, and closed sessions in the place of others. */
  const itemsFor = (reader: Reader, stored: RawAgenda, meeting: MeetingRef): AgendaItem[] => {
    const items = itemsOf(stored)
    const ids = ownIds(items)
    return items.flatMap((item, index) => {
      const id = ids[index]!
      const key = keyOf(item)
      const shut = normalItem(item, id)
      if (key === undefined) return visibility.mayReadOpenItem(reader, meeting, id) ? [shut] : []
      const restriction = visibility.restriction(key)
      // Nothing is known of it yet, or any more.
      if (!restriction) return [shut]
      const { record, thing } = restriction
      const content = readItem(item, id, record)
      const seen = visibility.shownItem(reader, restriction, content)
      if (seen === undefined) return []
      if (seen !== content) return [shut]
      return [visibility.mayPrepareItem(reader, thing) ? withAudience(content, record) : content]
    })
  }
  // Each only grows, so the sum changes with any of them.
  const version = () => agendas.version() + slots.version() + visibility.version()
  const contents = cacheByVersion(version, (reader: Reader) =>
    agendas
      .all()
      .flatMap((stored) => {
        const agenda = agendaOf(stored)
        const seen = agenda && seenBy(reader, agenda, agenda)
        return seen ? [{ ...seen, items: itemsFor(reader, stored, agenda) }] : []
      })
      .toSorted((a, b) => compareQuarters(b, a)),
  )
  const ofMeetings = cacheByVersion(version, (reader: Reader) => [
    ...contents(reader),
    ...agendas.others().flatMap((stored) => {
      const meeting = meetingOf(stored.id)
      const seen = meeting && seenBy(reader, parsedOnce(stored), meeting)
      return meeting && seen ? [{ ...seen, items: itemsFor(reader, stored, meeting) }] : []
    }),
  ])
  const listed = cacheByVersion(version, (reader: Reader) => contents(reader).map(summaryOf))
  const unfiltered = cacheByVersion(version, () =>
    agendas.all().flatMap((stored): Agenda[] => {
      const meeting = meetingOf(stored.id)
      if (!meeting) return []
      const items = itemsOf(stored)
      const ids = ownIds(items)
      const whole = items.map((item, index) => {
        const restriction = visibility.restriction(keyOf(item) ?? '')
        const id = ids[index]!
        if (!restriction) return normalItem(item, id)
        return withAudience(readItem(item, id, restriction.record), restriction.record)
      })
      return [{ ...parsedOnce(stored), items: whole }]
    }),
  )

  /** Without drafts, for whoever sees them. */
  const publishedOf = cacheByVersion(version, (reader: Reader) => {
    const member: Reader = { ...reader, sight: 'published' }
    return contents(reader).flatMap((agenda) => {
      const stored = agendas.get(agenda)
      const isSeen =
        stored?.['status'] === 'published' &&
        slots.showsNative(agenda) &&
        (isAdmin(reader) ? !quarters.isInPreparation(agenda) : isVisible(member, agenda))
      return isSeen ? [summaryOf(agenda)] : []
    })
  })

  return {
    ready: agendas.ready,
    list: (person) => listed(visibility.readerOf(person)),
    contents: (person) => contents(visibility.readerOf(person)),
    ofMeetings: (person) => ofMeetings(visibility.readerOf(person)),
    unfiltered: () => unfiltered(undefined),
    shown: () => listed(anyMember),
    shownTo(person) {
      const reader = visibility.readerOf(person)
      return reader.sight === 'published' ? listed(reader) : publishedOf(reader)
    },
    published(quarter) {
      const agenda = agendas.get(quarter)
      if (agenda?.['status'] !== 'published') return undefined
      const { publishedAt, updatedAt, date } = agenda
      return {
        updatedAt,
        ...(typeof publishedAt === 'string' ? { publishedAt } : {}),
        ...(typeof date === 'string' && isDay(date) ? { date } : {}),
      }
    },
    draft(quarter) {
      const agenda = agendas.get(quarter)
      return agenda && agenda['status'] !== 'published'
        ? { updatedAt: agenda.updatedAt }
        : undefined
    },
    draftQuarters: () =>
      agendas
        .all()
        .flatMap((stored) => agendaOf(stored) ?? [])
        .filter(({ status }) => status !== 'published'),
    has: (quarter) => agendas.get(quarter) !== undefined,
    version: agendas.version,

    async get(person, meeting) {
      const stored = await agendasOf(meeting).in(store).get(meetingId(meeting))
      if (!stored) throw noAgenda(meeting)
      const reader = visibility.readerOf(person)
      // As if it hadn't been created.
      if (!isVisible(reader, meeting)) throw noAgenda(meeting)
      const agenda = normalAgenda(stored, meeting)
      const seen = seenBy(reader, agenda, meeting)
      if (!seen) throw new Refusal('notPublished', agendaNotPublished(meeting))
      const isSeen = (type: string) => slots.showsPaper(reader, meeting, type)
      const items = itemsFor(reader, stored, meeting)
      return { ...seen, items: items.map((item) => withPapers(item, isSeen)) }
    },
  }
}

/** The agenda of another meeting, parsed once for each change of it: there may be thousands. */
const parsedOnce = derivedOnce((stored: Stored<RawAgenda>) =>
  normalAgenda(stored, meetingOf(stored.id)!),
)

/** Undefined for a document that isn't a quarter's. */
function agendaOf(stored: Stored<RawAgenda>): Agenda | undefined {
  const [year, quarter] = stored.id.split('-')
  const of = parseQuarter(year, quarter)
  return of && quarterId(of) === stored.id ? normalAgenda(stored, of) : undefined
}

function summaryOf({ items, ...summary }: Agenda): AgendaSummary {
  return { ...summary, itemCount: items.length }
}
