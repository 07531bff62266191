import { createHash } from 'node:crypto'
import type { Agenda } from '@portal/contract/agendas'
import { everyNote } from '@portal/domain/listed-notes'
import type { ResourceMapping } from '@portal/contract/mappings'
import type { Person } from '@portal/contract/portal'
import { addressOfDocument } from '@portal/domain/screen-addresses'
import {
  agendaItemName,
  agendaItemNumber,
  agendaItemPlaces,
  durationText,
} from '@portal/domain/agenda-item'
import { agendaSpan, startTexts } from '@portal/domain/agenda-times'
import { fullDayText, isDay } from '@portal/domain/days'
import { mappingId } from '@portal/domain/ids'
import { firstNamedPage, itemOfPaper, pagesInWords, readingOrder } from '@portal/domain/item-papers'
import {
  bodyOfMeeting,
  isQuarterly,
  meetingLabel,
  type MeetingRef,
} from '@portal/domain/meeting-ref'
import { meetingName } from '@portal/domain/quarter'
import { papersOfMeeting } from '@portal/domain/quarter-papers'
import { type MeetingSlot, slotName } from '@portal/domain/slot-names'
import { harmlessText, isolated } from '@portal/domain/shown-text'
import { sourceOf } from '@portal/domain/slot-source'
import { memberRights } from '../../access.ts'
import { Refusal } from '../../refusal.ts'
import type { AgendasService, Announced, MeetingRecords } from '../agendas/agendas-feature.ts'
import type { SyncedDocument, SyncedDocumentsService } from '../documents/documents-feature.ts'
import type { MappingsService } from '../mappings/mappings-feature.ts'
import type { NotesService } from '../notes/notes-feature.ts'
import type { ReadingService } from '../reading/reading-feature.ts'
import type { BookPlan, PlaceInPortal, PlannedPaper } from './book.ts'
import type { BookOptions, BooksKey, Making } from './stored-books.ts'

/** Raise this when the maker writes different bytes for the same input: every book is then made again. */
const format = 6

export type Requester = Making['by']

export type BookPlansParts = {
  agendas: Pick<AgendasService, 'get'>
  mappings: Pick<MappingsService, 'ofQuarter'>
  records: Pick<MeetingRecords, 'announced'>
  syncedDocuments: Pick<SyncedDocumentsService, 'get' | 'ready'>
  notes: Pick<NotesService, 'list' | 'get'>
  reading: Pick<ReadingService, 'takenBook'>
  foundation: { name: string; timeZone: string }
  cover: BookPlan['cover']
  publicUrl: string | undefined
  /** Which closed items of a meeting somebody reads; undefined if none. */
  audienceOf: (reader: Person, meeting: MeetingRef) => string | undefined
}

export type BookPlans = {
  /** Plans the book as of now. `damaged`: hashes of originals known to be damaged but not yet marked. */
  of: (key: BooksKey, by: Requester, damaged?: ReadonlySet<string>) => Promise<BookPlan>
}

/**
 * Books contain what a member sees, even if an admin asks for them. The shared book contains what everybody in the body
 * sees: who asks for it makes no difference. Anyone who reads closed items shares a book with those who read the same ones.
 */
export function asReader({ uid, email, displayName }: Requester, key: ReadBook): Person {
  const isShared = key.uid === undefined && key.audience === undefined
  return {
    uid,
    email,
    ...(displayName === undefined ? {} : { displayName }),
    ...memberRights,
    ...(isShared ? { viewsAs: 'member', viewsAsMemberOf: bodyOfMeeting(key.meeting) } : {}),
  }
}

type ReadBook = Pick<BooksKey, 'meeting' | 'uid' | 'audience'>

export function createBookPlans(parts: BookPlansParts): BookPlans {
  const { agendas, mappings, records, syncedDocuments, notes, reading } = parts
  const { foundation, cover, publicUrl } = parts

  const shownAgenda = (reader: Person, { meeting }: BooksKey) =>
    agendas.get(reader, meeting).catch((error: unknown) => {
      if (error instanceof Refusal && ['notFound', 'notPublished'].includes(error.code)) {
        return undefined
      }
      throw error
    })

  const notesByPaper = async (reader: Person) => {
    const listed = await everyNote((after) => notes.list(reader, after))
    return Map.groupBy(listed, ({ note }) => note.documentId)
  }

  const copyOf = async (reader: Person, { meeting }: BooksKey) => {
    const taken = await reading.takenBook(reader, meeting)
    if (taken) return taken
    throw new Refusal(
      'notFound',
      `You have no copy of the board book of ${inSentence(meeting)} yet, so nothing can be compared with it.`,
    )
  }

  return {
    async of(key, by, damaged = new Set()) {
      await syncedDocuments.ready
      const reader = asReader(by, key)
      // They may have lost a closed item since they asked for the book.
      if (parts.audienceOf(reader, key.meeting) !== key.audience) throw nothingIn(key.meeting)
      const { meeting, options, uid } = key
      const [agenda, own, copy] = await Promise.all([
        shownAgenda(reader, key),
        options.notes ? notesByPaper(reader) : new Map<string, never>(),
        options.changes ? copyOf(reader, key) : undefined,
      ])
      const plan = planBook({
        foundation: foundation.name,
        cover,
        timeZone: foundation.timeZone,
        meeting,
        options,
        uid,
        agenda,
        announced: records.announced(meeting),
        mappings: mappings.ofQuarter(reader, meeting),
        document: syncedDocuments.get,
        publicUrl,
        damaged,
        notesOn: (documentId) =>
          (own.get(documentId) ?? []).map(({ note }) => `${note.id} ${note.revision}`),
        author: by.displayName ?? by.email,
        since: copy && { number: copy.number, papers: copy.papers },
      })
      if (plan) return plan
      throw nothingIn(meeting)
    },
  }
}

/** What a sentence calls a meeting. */
export function inSentence(meeting: MeetingRef): string {
  return isQuarterly(meeting) ? meetingLabel(meeting) : 'this meeting'
}

/** Also what those who don't see the meeting get. */
export function nothingIn(meeting: MeetingRef): Refusal {
  const detail = `There is nothing in ${inSentence(meeting)} yet that a board book could be made of.`
  return new Refusal('notFound', detail)
}

export type PlanSources = {
  foundation: string
  cover: BookPlan['cover']
  timeZone: string
  meeting: MeetingRef
  options: BookOptions
  /** The owner of a personal book; undefined for the shared one. */
  uid: string | undefined
  agenda: Agenda | undefined
  /** What is seen of a meeting that isn't quarterly, even without its agenda. */
  announced?: Announced | undefined
  /** The mappings that members see, by id. */
  mappings: Record<string, ResourceMapping>
  document: (id: string) => SyncedDocument | undefined
  /** The portal's public address, if it is configured. */
  publicUrl: string | undefined
  /** Hashes of originals that were found to be damaged but aren't marked yet. */
  damaged: ReadonlySet<string>
  notesOn: (documentId: string) => string[]
  author: string
  since: BookPlan['since']
}

/** Returns undefined if the meeting has nothing to read. */
export function planBook(sources: PlanSources): BookPlan | undefined {
  const { foundation, cover, timeZone, meeting, options, uid, agenda, author, since } = sources
  const items = agenda?.items ?? []
  const facts = agenda ?? sources.announced
  const mapped = papersOfMeeting(meeting, sources.mappings).flatMap((slot) => {
    const mapping = sources.mappings[mappingId(slot)]
    return mapping && sourceOf(mapping) !== 'native' ? [{ slot, mapping }] : []
  })
  const byType = new Map<string, (typeof mapped)[number]>(
    mapped.map((each) => [each.slot.materialType, each]),
  )
  const places = agendaItemPlaces(items)
  const papers = readingOrder(items, [...byType.keys()]).map((materialType): PlannedPaper => {
    const { slot, mapping } = byType.get(materialType)!
    const item = itemOfPaper(items, materialType)
    const content = contentOf(mapping, sources)
    const inPortal = placeOf(mapping, slot, sources)
    const notes = options.notes && 'sha256' in content ? sources.notesOn(content.documentId) : []
    return {
      name: nameOf(mapping, slot),
      materialType,
      ...(item
        ? { item: { id: item.item.id, label: labelOf(item.item, places[item.index]!) } }
        : {}),
      content,
      ...(inPortal ? { inPortal } : {}),
      ...(notes.length > 0 ? { notes } : {}),
    }
  })
  if (papers.length === 0 && !agenda) return undefined
  const starts = agenda ? startTexts(agenda.time, items) : []
  const types = papers.map((paper) => paper.materialType)
  const plan = {
    foundation,
    cover,
    title: harmlessText(
      facts?.title || (isQuarterly(meeting) ? meetingName(meeting) : meetingLabel(meeting)),
    ),
    hasAgenda: agenda !== undefined,
    lines: facts ? linesOf(facts, timeZone) : [],
    agenda: items.map((item, index) => ({
      time: starts[index]!,
      title: harmlessText(agendaItemName(item, places[index]!)),
      number: agendaItemNumber(item, places[index]!) ?? '',
      speaker: isolated(harmlessText(item.speaker ?? '')),
      description: harmlessText(item.description ?? ''),
      duration: item.duration > 0 ? durationText(item.duration) : '',
      papers: (item.papers ?? []).flatMap(({ materialType, pages }) => {
        const paper = types.indexOf(materialType)
        const named = pagesInWords(pages)
        const first = firstNamedPage(pages)
        if (paper === -1) return []
        return { paper, ...(named && first !== undefined ? { pages: named, first } : {}) }
      }),
    })),
    papers,
    ...(papers.some((paper) => paper.notes) ? { author } : {}),
    ...(options.changes && since ? { since } : {}),
  }
  const named = { format, quarter: meeting, options, uid: uid ?? '', ...plan }
  return { id: createHash('sha256').update(JSON.stringify(named)).digest('hex'), ...plan }
}

function labelOf(item: { title: string }, place: string): string {
  const label = [agendaItemNumber(item, place), agendaItemName(item, place)]
  return harmlessText(label.filter(Boolean).join(' '))
}

function linesOf(facts: Announced, timeZone: string): string[] {
  const { date, location } = facts
  const day = date !== undefined && isDay(date) ? fullDayText(date) : undefined
  return [day, agendaSpan(facts, timeZone), harmlessText(location ?? '').trim()].filter((line) =>
    Boolean(line),
  ) as string[]
}

function nameOf({ title }: ResourceMapping, slot: MeetingSlot): string {
  return harmlessText(title || slotName(slot))
}

function placeOf(
  mapping: ResourceMapping,
  slot: MeetingSlot,
  { meeting, agenda, announced, document, publicUrl }: PlanSources,
): PlaceInPortal | undefined {
  const { documentId } = mapping
  if (sourceOf(mapping) !== 'document' || documentId === undefined) return undefined
  if (!document(documentId)) return undefined
  return {
    names: [
      'Meeting Materials',
      meetingLabel(meeting, agenda ?? announced),
      nameOf(mapping, slot),
    ].join(' › '),
    ...(publicUrl === undefined ? {} : { address: publicUrl + addressOfDocument(documentId) }),
  }
}

function contentOf(mapping: ResourceMapping, sources: PlanSources): PlannedPaper['content'] {
  const { embedUrl, documentId } = mapping
  if (sourceOf(mapping) === 'embed' && embedUrl !== undefined) {
    return {
      reason: 'This is shown from another site, so it can’t be part of the book.',
      link: embedUrl,
    }
  }
  const document = documentId === undefined ? undefined : sources.document(documentId)
  if (!document || documentId === undefined) {
    return { reason: 'This paper isn’t in the portal any more.' }
  }
  const { sha256, version = 1, mime_type: mimeType } = document
  if (document.withdrawn) return { reason: 'This paper was withdrawn.' }
  if (mimeType !== 'application/pdf') {
    return {
      reason: `“${isolated(harmlessText(document.name))}” isn’t a PDF, so it can’t be part of the book. Please open it in the portal.`,
    }
  }
  if (document.damaged || sources.damaged.has(sha256)) {
    return {
      reason: 'The portal’s copy of this paper is damaged, so it can’t be part of the book.',
    }
  }
  return { documentId, version, sha256 }
}
