import type { MailBlock, MailLine } from '@portal/contract/mail'
import { clockText } from '@portal/domain/agenda-times'
import { dayText, daysToGoText, isDay, type Day } from '@portal/domain/days'
import { slotOf } from '@portal/domain/ids'
import type { Reader } from '@portal/domain/may-read'
import { meetingId, meetingLabel, meetingPath, type MeetingRef } from '@portal/domain/meeting-ref'
import { slotName } from '@portal/domain/slot-names'
import { sourceOf } from '@portal/domain/slot-source'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import { stageOfStored, timesOf, type AgendasInMemory } from '../agendas/agendas-feature.ts'
import type { AgendaSlotsService, MappingsInMemory } from '../mappings/mappings-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { AsksOf, NoticeSource } from './notice-sources.ts'
import type { MeetingFacts, MeetingState, NumberedEvent, StoredChoices } from './stored-notices.ts'

export type LinesParts = {
  agendasInMemory: Pick<AgendasInMemory, 'get'>
  inMemory: Pick<MappingsInMemory, 'all' | 'get' | 'document' | 'version'>
  slots: Pick<AgendaSlotsService, 'showsNative'>
  quarters: Pick<QuarterStatesService, 'isInPreparation'>
  visibility: Pick<
    VisibilityService,
    'mayReadMeeting' | 'mayReadSlot' | 'mayReadPaper' | 'isClosedSlot' | 'isRestricted'
  >
  sources: readonly NoticeSource[]
  /** Where people open the portal, without a slash at the end. */
  portalUrl: string
  today: () => Day
}

export type NoticeLines = ReturnType<typeof createNoticeLines>

/** A person to whom lines are shown. */
type Told = { person: string; reader: Reader }

/** What a closed item's paper is called in a mail, which never has its title. */
const closedPaper = 'A paper for a closed session'

/** What mails say about meetings. Each line is for one reader, and has nothing that they can't open. */
export function createNoticeLines(parts: LinesParts) {
  const { agendasInMemory, inMemory, slots, quarters, visibility, sources, portalUrl } = parts

  /** When and where, as the readers of the meeting see it. */
  const factsOf = (meeting: MeetingRef): MeetingFacts | undefined => {
    const stored = agendasInMemory.get(meeting)
    // What isn't quarterly is announced before its agenda is published.
    const isSeen =
      'meeting' in meeting || (stored?.['status'] === 'published' && slots.showsNative(meeting))
    if (!stored || !isSeen) return undefined
    const { title, date, location } = stored
    return {
      title: typeof title === 'string' && title.trim() !== '' ? title : meetingLabel(meeting),
      ...(typeof date === 'string' && isDay(date) ? { date } : {}),
      ...timesOf(stored),
      ...(typeof location === 'string' && location.trim() !== '' ? { location } : {}),
      stage: stageOfStored(stored, parts.today()),
    }
  }

  /** What each place of a meeting shows, by the meeting's id. */
  const papersByMeeting = cacheByVersion(inMemory.version, () => {
    const byMeeting = new Map<string, Record<string, string>>()
    for (const mapping of inMemory.all()) {
      const slot = slotOf(mapping.id)
      const source = sourceOf(mapping)
      if (slot?.kind !== 'meeting' || !mapping.active) continue
      const document = inMemory.document(mapping.documentId ?? '')
      const content =
        source === 'embed'
          ? `embed ${mapping.embedUrl}`
          : source === 'document' && document && `${document.id} ${document.sha256}`
      if (!content) continue
      const id = meetingId(slot)
      byMeeting.set(id, { ...byMeeting.get(id), [mapping.id]: content })
    }
    return byMeeting
  })

  /** Everything of a meeting that notices tell, for nobody in particular. */
  const stateOf = (meeting: MeetingRef): MeetingState => {
    const facts = factsOf(meeting)
    const papers = papersByMeeting(undefined).get(meetingId(meeting)) ?? {}
    return { ...(facts ? { facts } : {}), papers }
  }

  /** A paper in its place, if the reader can open it there. */
  const paperLine = (reader: Reader, id: string): MailLine | undefined => {
    const [slot, mapping] = [slotOf(id), inMemory.get(id)]
    if (slot?.kind !== 'meeting' || !mapping) return undefined
    if (!visibility.mayReadSlot(reader, slot, mapping.active)) return undefined
    const document =
      sourceOf(mapping) === 'document' ? inMemory.document(mapping.documentId ?? '') : undefined
    // It can be closed because of another place.
    const isRestricted = document !== undefined && visibility.isRestricted(document.id)
    if (isRestricted && !visibility.mayReadPaper(reader, document)) return undefined
    const isClosed = visibility.isClosedSlot(id) || isRestricted
    const href = `${portalUrl}${meetingPath(slot)}?material=${slot.materialType}`
    if (isClosed) return { text: closedPaper, href, isPrivate: true }
    return { text: mapping.title ?? slotName(slot), href }
  }

  const isTold = ({ kind }: NumberedEvent, choices: StoredChoices): boolean => {
    if (kind === 'started') return choices.papers || choices.meetings
    if (kind === 'paperPublished' || kind === 'paperReplaced') return choices.papers
    return kind === 'answered' ? choices.questions : choices.meetings
  }

  /** The events as lines for one reader; the same thing is one line. Empty if nothing of it is for them. */
  const linesOf = (
    { person, reader }: Told,
    meeting: MeetingRef,
    events: readonly NumberedEvent[],
    choices: StoredChoices,
  ): MailLine[] => {
    if (!visibility.mayReadMeeting(reader, meeting)) return []
    const told = events.filter((event) => isTold(event, choices))
    const kinds = new Set(told.map(({ kind }) => kind))
    const facts = factsOf(meeting)
    const lines: MailLine[] = []
    const isCancelled = facts?.stage === 'cancelled'
    if (kinds.has('cancelled') && isCancelled) lines.push({ text: 'The meeting is cancelled.' })
    if (kinds.has('restored') && !isCancelled)
      lines.push({ text: 'The meeting takes place after all.' })
    if (kinds.has('called') && facts?.stage === 'called') {
      lines.push({ text: 'The meeting has been called.' })
    }
    if (kinds.has('timeChanged') && facts)
      lines.push({ text: 'The date or time has changed.', detail: whenText(facts) })
    if (kinds.has('placeChanged') && facts) {
      lines.push({ text: 'The place has changed.', detail: facts.location ?? 'No place is set.' })
    }
    if (kinds.has('agendaPublished') && facts && !kinds.has('started')) {
      lines.push({
        text: 'The agenda is published.',
        href: `${portalUrl}${meetingPath(meeting)}/agenda`,
      })
    }
    const places = kinds.has('started')
      ? Object.keys(stateOf(meeting).papers)
      : [
          ...new Set(
            told.filter(({ kind }) => kind.startsWith('paper')).map((each) => each.subject!),
          ),
        ]
    const replaced = new Set(
      kinds.has('started')
        ? []
        : places.filter(
            (place) =>
              !told.some(({ kind, subject }) => kind === 'paperPublished' && subject === place),
          ),
    )
    if (choices.papers) {
      for (const place of places) {
        const line = paperLine(reader, place)
        const detail = replaced.has(place) ? 'A new version' : 'A new paper'
        if (line) lines.push(kinds.has('started') ? line : { ...line, detail })
      }
    }
    for (const event of told) {
      for (const source of sources)
        lines.push(...(source.eventLines?.({ person, reader }, meeting, event) ?? []))
    }
    return kinds.has('started') && lines.length === 0
      ? [{ text: 'The meeting is announced.' }]
      : lines
  }

  const asksOf = (to: Told, meeting: MeetingRef): MailLine[] => {
    if (!visibility.mayReadMeeting(to.reader, meeting)) return []
    return sources.flatMap((source) => source.asksOf?.(to, meeting) ?? [])
  }

  /** What features look up of several people at once. */
  const lookUpAsks = async (
    people: readonly string[],
    keys: readonly string[],
  ): Promise<AsksOf> => {
    const all = await Promise.all(sources.flatMap((source) => source.asks?.(people, keys) ?? []))
    return (person, key) => all.flatMap((asks) => asks(person, key))
  }

  return {
    lookUpAsks,
    factsOf,
    stateOf,
    linesOf,
    asksOf,
    /** Whether anybody but admins sees the meeting. */
    isInPreparation: quarters.isInPreparation,
    mayRead: (reader: Reader, meeting: MeetingRef) => visibility.mayReadMeeting(reader, meeting),
    titleOf: (meeting: MeetingRef) => factsOf(meeting)?.title ?? meetingLabel(meeting),
    /** A meeting's part of a message. */
    blocksOf(
      meeting: MeetingRef,
      lines: readonly MailLine[],
      asks: readonly MailLine[],
    ): MailBlock[] {
      const facts = factsOf(meeting)
      const place = facts?.location
      const when = facts && whenText(facts)
      const shown = [when, place].filter((part) => part !== undefined).join(', ')
      return [
        { type: 'heading', text: facts?.title ?? meetingLabel(meeting) },
        ...(shown === '' ? [] : [{ type: 'paragraph' as const, text: shown }]),
        ...(lines.length === 0 ? [] : [{ type: 'list' as const, lines: [...lines] }]),
        ...(asks.length === 0
          ? []
          : [
              { type: 'paragraph' as const, text: 'This is asked of you:' },
              { type: 'list' as const, lines: [...asks] },
            ]),
        { type: 'button', text: 'Open the meeting', href: `${portalUrl}${meetingPath(meeting)}` },
      ]
    },
    /** "Winter Meeting is in 7 days". */
    reminderText(meeting: MeetingRef): string {
      const { title, date } = factsOf(meeting) ?? { title: meetingLabel(meeting), date: undefined }
      const toGo = date === undefined ? undefined : daysToGoText(date, parts.today())
      return toGo === undefined ? title : `${title} is ${toGo}`
    },
  }
}

/** "Thursday 10 December, 9:00 AM to 3:00 PM". */
function whenText({ date, time, endTime }: MeetingFacts): string {
  const hours = `${clockText(time)} to ${clockText(endTime)}`
  return date === undefined ? 'The date is not set yet' : `${dayText(date)}, ${hours}`
}
