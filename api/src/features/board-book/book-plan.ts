import { createHash } from 'node:crypto'
import type { Agenda } from '@portal/contract/agendas'
import type { ResourceMapping } from '@portal/contract/mappings'
import { addressOfDocument } from '@portal/contract/screen-addresses'
import { agendaItemName, agendaItemNumber, durationText } from '@portal/domain/agenda-item'
import { agendaSpan, startTexts } from '@portal/domain/agenda-times'
import { fullDayText, isDay } from '@portal/domain/days'
import { mappingId } from '@portal/domain/ids'
import { firstNamedPage, itemOfPaper, pagesInWords, readingOrder } from '@portal/domain/item-papers'
import { meetingName, type Quarter, quarterName } from '@portal/domain/quarter'
import {
  type MaterialType,
  type MeetingSlot,
  slotName,
  slotsOfQuarter,
} from '@portal/domain/slot-names'
import { harmlessText, isolated } from '@portal/domain/shown-text'
import { sourceOf } from '@portal/domain/slot-source'
import type { SyncedDocument } from '../documents/documents-feature.ts'
import type { BookInput, PlaceInPortal } from './book-input.ts'
import type { BookOptions, IncludedVersion } from './stored-books.ts'

/** Raise this when the maker writes different bytes for the same input: every book is then made again. */
const format = 5

/** What a book will contain, decided before the papers' files are read. */
export type BookPlan = Pick<BookInput, 'id' | 'foundation' | 'title' | 'lines' | 'agenda'> & {
  /** Whether members see an agenda of the quarter, which the book has in it. */
  hasAgenda: boolean
  papers: PlannedPaper[]
  /** Whose notes are in it. */
  author?: string
  /** The versions to compare with; only in a book of changes. */
  since?: { number: number; papers: IncludedVersion[] }
}

export type PlannedPaper = {
  name: string
  materialType: MaterialType
  item?: { id: string; label: string }
  content: IncludedVersion | { reason: string; link?: string }
  /** Absent for a paper that the portal doesn't have. */
  inPortal?: PlaceInPortal
  /** Ids and revisions of the owner's notes on it. */
  notes?: string[]
}

export type PlanSources = {
  foundation: string
  timeZone: string
  quarter: Quarter
  options: BookOptions
  /** The owner of a personal book; undefined for the shared one. */
  uid: string | undefined
  agenda: Agenda | undefined
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

/** Returns undefined if the quarter has nothing to read. */
export function planBook(sources: PlanSources): BookPlan | undefined {
  const { foundation, timeZone, quarter, options, uid, agenda, author, since } = sources
  const items = agenda?.items ?? []
  const mapped = slotsOfQuarter(quarter).flatMap((slot) => {
    const mapping = sources.mappings[mappingId(slot)]
    return mapping && sourceOf(mapping) !== 'native' ? [{ slot, mapping }] : []
  })
  const byType = new Map(mapped.map((one) => [one.slot.materialType, one]))
  const papers = readingOrder(items, [...byType.keys()]).map((materialType): PlannedPaper => {
    const { slot, mapping } = byType.get(materialType)!
    const found = itemOfPaper(items, materialType)
    const content = contentOf(mapping, sources)
    const inPortal = placeOf(mapping, slot, sources)
    const notes = options.notes && 'sha256' in content ? sources.notesOn(content.documentId) : []
    return {
      name: nameOf(mapping, slot),
      materialType,
      ...(found ? { item: { id: found.item.id, label: labelOf(found.item, found.index) } } : {}),
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
    title: harmlessText(agenda?.title || meetingName(quarter)),
    hasAgenda: agenda !== undefined,
    lines: agenda ? linesOf(agenda, timeZone) : [],
    agenda: items.map((item, index) => ({
      time: starts[index]!,
      title: harmlessText(agendaItemName(item, index)),
      details: [
        item.speaker && isolated(harmlessText(item.speaker)),
        item.duration > 0 && durationText(item.duration),
      ]
        .filter(Boolean)
        .join(' · '),
      papers: (item.papers ?? []).flatMap(({ materialType, pages }) => {
        const paper = types.indexOf(materialType as MaterialType)
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
  const named = { format, quarter, options, uid: uid ?? '', ...plan }
  return { id: createHash('sha256').update(JSON.stringify(named)).digest('hex'), ...plan }
}

/** The paper versions that the book copies pages from. */
export function versionsOf({ papers }: BookPlan): IncludedVersion[] {
  return papers.flatMap(({ content }) => ('sha256' in content ? [content] : []))
}

function labelOf(item: { title: string }, index: number): string {
  const label = [agendaItemNumber(item, index), agendaItemName(item, index)]
  return harmlessText(label.filter(Boolean).join(' '))
}

function linesOf(agenda: Agenda, timeZone: string): string[] {
  const { date, location } = agenda
  const day = date !== undefined && isDay(date) ? fullDayText(date) : undefined
  return [day, agendaSpan(agenda, timeZone), harmlessText(location ?? '').trim()].filter((line) =>
    Boolean(line),
  ) as string[]
}

function nameOf({ title }: ResourceMapping, slot: MeetingSlot): string {
  return harmlessText(title || slotName(slot))
}

function placeOf(
  mapping: ResourceMapping,
  slot: MeetingSlot,
  { quarter, document, publicUrl }: PlanSources,
): PlaceInPortal | undefined {
  const { documentId } = mapping
  if (sourceOf(mapping) !== 'document' || documentId === undefined) return undefined
  if (!document(documentId)) return undefined
  return {
    names: ['Meeting Materials', quarterName(quarter), nameOf(mapping, slot)].join(' › '),
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
