import { isQuarterly, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { latestQuarters, type ResourceMapping } from '@portal/contract/mappings'
import { mappingId, quarterId, slotOf } from '@portal/domain/ids'
import { compareQuarters, type Quarter } from '@portal/domain/quarter'
import { allSlotsOfQuarter, papersOfMeeting } from '@portal/domain/quarter-papers'
import { agendaSlot, type CardSlot, type Slot, slotName } from '@portal/domain/slot-names'
import { sourceOf } from '@portal/domain/slot-source'
import type { Person } from '@portal/contract/portal'
import { isAdmin, type Reader } from '@portal/domain/may-read'
import { Refusal } from '../../refusal.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import type { AgendasService } from '../agendas/agendas-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import type { SlotSettingsService } from '../slot-settings/slot-settings-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { createDraftMappings } from './draft-mappings.ts'
import { withoutClosedPaper } from './closed-slots.ts'
import { withoutDocument } from './mapping-change.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'

type Mappings = Readonly<Record<string, ResourceMapping>>

/** A quarter with materials, and which ones. */
type FilledQuarter = Quarter & { materialTypes: string[] }

type FilledQuarters = { years: number[]; quarters: FilledQuarter[] }

/** A slot that a document is mapped to: the mapping's id, and its name. */
export type MappedSlot = { id: string; title: string }

export type ListedMappings = {
  /** By id; members get the active ones that have a source, and with the drafts those that will have one. The same object until something changes. */
  list: (person: Person) => Mappings
  /** The same with the papers of every other meeting. */
  ofMeetings: (person: Person) => Mappings
  /** Mappings of the newest quarters and of one quarter, and the list of quarters that have any. */
  latest: (person: Person) => Mappings
  /** The same with papers of other meetings that changed last. */
  latestOfAll: (person: Person) => Mappings
  ofQuarter: (person: Person, quarter: MeetingRef) => Mappings
  quarters: (person: Person, year: number | undefined) => FilledQuarters
  get: (person: Person, id: string) => ResourceMapping
  /** Without any check of access: the caller must check it. */
  getUnchecked: (id: string) => ResourceMapping | undefined
  /** The slots of every mapped document, inactive ones too. For the portal itself. */
  slotsByDocument: () => ReadonlyMap<string, readonly MappedSlot[]>
}

type Parts = {
  inMemory: MappingsInMemory
  visibility: Pick<
    VisibilityService,
    'mayReadPaper' | 'mayReadSlot' | 'isClosedTo' | 'isRestricted' | 'readerOf' | 'version'
  >
  quarters: Pick<QuarterStatesService, 'publishedAt'>
  slotSettings: Pick<SlotSettingsService, 'isSetAside' | 'setAsideCards'>
  agendas: Pick<AgendasService, 'published' | 'draft' | 'draftQuarters' | 'version'>
}

/** The mappings as each reader sees them. */
export function createListedMappings({
  inMemory,
  visibility,
  quarters,
  slotSettings,
  agendas,
}: Parts): ListedMappings {
  const leadsSomewhere = (slot: Slot, mapping: ResourceMapping): boolean => {
    const source = sourceOf(mapping)
    // A paper that is gone is a slot with a problem.
    if (source !== 'native') return source !== undefined || mapping.problem !== undefined
    return slot.kind === 'meeting' && agendas.published(slot) !== undefined
  }

  /**
   * A slot's content may be published later than the slot was set up: with its quarter, or as a native agenda, which is
   * also edited elsewhere.
   */
  const withTimes = (slot: Slot, mapping: ResourceMapping): ResourceMapping => {
    if (slot.kind !== 'meeting') return mapping
    const agenda = sourceOf(mapping) === 'native' ? agendas.published(slot) : undefined
    const times = [mapping.shownSince, quarters.publishedAt(slot), agenda?.publishedAt]
    const shownSince = times
      .filter((time) => time !== undefined)
      .toSorted()
      .at(-1)
    return {
      ...mapping,
      ...(agenda ? { modifiedTime: agenda.updatedAt } : {}),
      ...(shownSince === undefined ? {} : { shownSince }),
    }
  }

  /** Without a document that the slot holds but doesn't show, unless the reader may read it elsewhere. */
  const withoutHeldPaper = (reader: Reader, mapping: ResourceMapping): ResourceMapping => {
    const { documentId } = mapping
    if (documentId === undefined || sourceOf(mapping) === 'document') return mapping
    const document = inMemory.document(documentId)
    if (document && visibility.mayReadPaper(reader, document)) return mapping
    return withoutDocument(mapping)
  }

  const withSetAside = (mappings: Mappings): Mappings => {
    const cards = slotSettings.setAsideCards().map(withoutContent)
    return { ...mappings, ...Object.fromEntries(cards.map((card) => [card.id, card])) }
  }

  const drafts = createDraftMappings({ inMemory, agendas })

  /** The mapping as this reader sees it, if at all. */
  const seenBy = (reader: Reader, stored: ResourceMapping): ResourceMapping | undefined => {
    const slot = slotOf(stored.id)
    if (!slot) return undefined
    if (visibility.isClosedTo(reader, slot)) return undefined
    const mapping = withoutClosedPaper({ visibility, inMemory }, reader, stored)
    if (isAdmin(reader)) return withTimes(slot, mapping)
    if (slot.kind !== 'meeting' && slotSettings.isSetAside(slot)) return undefined
    const isShown =
      visibility.mayReadSlot(publishedTo(reader), slot, mapping.active) &&
      leadsSomewhere(slot, mapping)
    if (isShown) return withoutHeldPaper(reader, withTimes(slot, mapping))
    // A member of another body doesn't see a committee's drafts either.
    const seesDraft = reader.sight === 'drafts' && visibility.mayReadSlot(reader, slot, true)
    const draft = seesDraft ? drafts.asDraft(slot, mapping) : undefined
    return draft && withoutHeldPaper(reader, draft)
  }

  const slotsByDocument = cacheByVersion(inMemory.version, () => {
    const slots = new Map<string, MappedSlot[]>()
    for (const { id, documentId, title } of inMemory.all()) {
      const slot = slotOf(id)
      if (documentId === undefined || !slot) continue
      const mapped = { id, title: title ?? slotName(slot) }
      slots.set(documentId, [...(slots.get(documentId) ?? []), mapped])
    }
    return slots
  })

  // Each only grows, so the sum changes with any of them.
  const listVersion = () => inMemory.version() + agendas.version() + visibility.version()
  const listed = cacheByVersion(listVersion, (reader: Reader): Mappings => {
    const all =
      reader.sight === 'drafts' ? [...inMemory.all(), ...drafts.allUnmapped()] : inMemory.all()
    const seen = all.flatMap((mapping) => seenBy(reader, mapping) ?? [])
    const mappings = Object.fromEntries(seen.map((mapping) => [mapping.id, mapping]))
    return isAdmin(reader) ? mappings : withSetAside(mappings)
  })

  /** Without other meetings' papers, which releases that read all mappings don't know, and those by their meeting. */
  const divided = cacheByVersion(listVersion, (reader: Reader) => {
    const ofOthers = new Map<string, [string, ResourceMapping][]>()
    const entries = Object.entries(listed(reader)).filter((entry) => {
      const slot = slotOf(entry[0])
      if (slot?.kind !== 'meeting' || isQuarterly(slot)) return true
      const known = ofOthers.get(slot.meeting)
      if (known) known.push(entry)
      else ofOthers.set(slot.meeting, [entry])
      return false
    })
    return { ofQuarters: Object.fromEntries(entries) as Mappings, ofOthers }
  })
  const ofQuarters = (reader: Reader): Mappings => divided(reader).ofQuarters

  // An admin too reads the members' pages without cards that are set aside.
  const latest = cacheByVersion(listVersion, (reader: Reader) =>
    latestMappings(withSetAside(ofQuarters(reader))),
  )
  const latestOfAll = cacheByVersion(listVersion, (reader: Reader) =>
    latestMappings(withSetAside(listed(reader))),
  )
  const byQuarter = cacheByVersion<Reader, Map<string, Mappings>>(listVersion, () => new Map())
  const filled = cacheByVersion(listVersion, (reader: Reader) => filledQuarters(ofQuarters(reader)))
  const filledByYear = cacheByVersion<Reader, Map<number | undefined, FilledQuarters>>(
    listVersion,
    () => new Map(),
  )

  return {
    list: (person) => ofQuarters(visibility.readerOf(person)),
    ofMeetings: (person) => listed(visibility.readerOf(person)),
    latest: (person) => latest(visibility.readerOf(person)),
    latestOfAll: (person) => latestOfAll(visibility.readerOf(person)),
    ofQuarter(person, quarter) {
      const reader = visibility.readerOf(person)
      const known = byQuarter(reader)
      const id = meetingId(quarter)
      const { ofQuarters: all, ofOthers } = divided(reader)
      const among = isQuarterly(quarter) ? all : Object.fromEntries(ofOthers.get(id) ?? [])
      const mappings = known.get(id) ?? mappingsOfMeeting(among, quarter)
      known.set(id, mappings)
      return mappings
    },
    quarters(person, year) {
      const reader = visibility.readerOf(person)
      const known = filledByYear(reader)
      const ofYear = known.get(year) ?? quartersOfYear(filled(reader), year)
      known.set(year, ofYear)
      return ofYear
    },
    getUnchecked: inMemory.get,
    slotsByDocument: () => slotsByDocument(undefined),
    get(person, id) {
      const reader = visibility.readerOf(person)
      const mapping =
        inMemory.get(id) ?? (reader.sight === 'drafts' ? drafts.unmapped(id) : undefined)
      const seen = mapping && seenBy(reader, mapping)
      if (!seen) throw new Refusal('notFound', 'Material Not Found')
      return seen
    },
  }
}

/** The same reader without drafts. */
function publishedTo(reader: Reader): Reader {
  return reader.sight === 'drafts' ? { ...reader, sight: 'published' } : reader
}

/** A card that is set aside, as members' screens learn of it. */
function withoutContent(of: { id: string; card: CardSlot; updatedAt: string }): ResourceMapping {
  const { kind: _, ...named } = of.card
  return {
    id: of.id,
    ...named,
    active: false,
    setAside: true,
    revision: 0,
    updatedAt: of.updatedAt,
  }
}

/** How many of the mappings that changed last are among the latest ones. */
const latestChanges = 30

function mappingsOfMeeting(all: Mappings, meeting: MeetingRef): Mappings {
  const slots = isQuarterly(meeting)
    ? allSlotsOfQuarter(meeting)
    : [agendaSlot(meeting), ...papersOfMeeting(meeting, all)]
  const ids = slots.map(mappingId)
  return Object.fromEntries(ids.flatMap((id) => (all[id] ? [[id, all[id]]] : [])))
}

/** The mappings without a quarter, those of the newest quarters, and those that changed last. */
function latestMappings(all: Mappings): Mappings {
  const newest = new Set(allQuarters(all).slice(0, latestQuarters).map(quarterId))
  const changed = Object.values(all)
    .toSorted((a, b) => changedAt(b).localeCompare(changedAt(a)))
    .slice(0, latestChanges)
  const isLatest = new Set(changed.map(({ id }) => id))
  return Object.fromEntries(
    Object.entries(all).filter(([id]) => {
      const slot = slotOf(id)
      return isLatest.has(id) || slot?.kind !== 'meeting' || newest.has(meetingId(slot))
    }),
  )
}

/** The quarters that have active slots which lead somewhere, newest first. */
function filledQuarters(all: Mappings): FilledQuarter[] {
  const byQuarter = new Map<string, FilledQuarter>()
  for (const mapping of Object.values(all)) {
    const slot = slotOf(mapping.id)
    if (slot?.kind !== 'meeting' || !isQuarterly(slot)) continue
    if (!mapping.active || sourceOf(mapping) === undefined) continue
    const { year, quarter, materialType } = slot
    const id = quarterId(slot)
    const filled = byQuarter.get(id) ?? { year, quarter, materialTypes: [] }
    byQuarter.set(id, { ...filled, materialTypes: [...filled.materialTypes, materialType] })
  }
  return [...byQuarter.values()].toSorted((a, b) => compareQuarters(b, a))
}

/** The years of quarters, and the quarters of one of them with the nearest before and after it; all without a year. */
function quartersOfYear(all: readonly FilledQuarter[], year: number | undefined): FilledQuarters {
  const years = [...new Set(all.map((quarter) => quarter.year))]
  if (year === undefined) return { years, quarters: [...all] }
  const after = all.findLast((quarter) => quarter.year > year)
  const before = all.find((quarter) => quarter.year < year)
  const quarters = [after, ...all.filter((quarter) => quarter.year === year), before]
  return { years, quarters: quarters.filter((quarter) => quarter !== undefined) }
}

/** Newest first. */
function allQuarters(all: Mappings): Quarter[] {
  const byId = new Map<string, Quarter>()
  for (const id of Object.keys(all)) {
    const slot = slotOf(id)
    if (slot?.kind === 'meeting' && isQuarterly(slot)) byId.set(quarterId(slot), slot)
  }
  return [...byId.values()].toSorted((a, b) => compareQuarters(b, a))
}

/** When the reader's page last changed because of the mapping, ISO 8601. */
function changedAt({ shownSince = '', modifiedTime = '', document }: ResourceMapping): string {
  const times = [shownSince, document?.modifiedTime ?? modifiedTime]
  return times.toSorted().at(-1)!
}
