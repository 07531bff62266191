import type { Reply } from '@portal/contract/endpoint'
import type { MappingChange, ResourceMapping, SlotAtRevision } from '@portal/contract/mappings'
import type {
  PaperMapping,
  PaperOutcome,
  prepareQuarter,
  SlotCopy,
} from '@portal/contract/meetings'
import type { Person } from '@portal/contract/portal'
import { type Quarter, quarterAfter } from '@portal/domain/quarter'
import { sourceOf } from '@portal/domain/slot-source'
import { quarterId, slotOf } from '@portal/domain/ids'
import { type Slot, slotName } from '@portal/domain/slot-names'
import type { Sight } from '@portal/domain/may-read'
import * as z from 'zod/mini'
import { mustManagePortal, sightOf } from '../../access.ts'
import type { AgendasService } from '../agendas/agendas-feature.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { ImagesService } from '../images/images-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import { Refusal } from '../../refusal.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { refuseStale, isSameBody } from '../../platform/store/stored-body.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'

import type { AgendaSlotsService } from './agenda-slots-service.ts'
import { createDraftMappings } from './draft-mappings.ts'
import { activateIn } from './activate-slots.ts'
import { copyIn } from './copy-slots.ts'
import { mapPapersIn, refuseSharedSlots } from './map-papers.ts'
import {
  filledQuarters,
  type FilledQuarters,
  latestMappings,
  type Mappings,
  mappingsOfQuarter,
  quartersOfYear,
} from './listed-mappings.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'
import {
  applyMappingChange,
  embedAddress,
  type ValidatedChange,
  refuseContradictions,
  withoutDocument,
} from './mapping-change.ts'
import { prepareSlots } from './prepare-slots.ts'
import { mappingsCollection, storedMapping, type StoredMapping } from './stored-mapping.ts'
import { unmapIn } from './unmap-slot.ts'
import { restoringMapping } from './stale-slots.ts'
import type { Restoring } from '../../platform/audit/restoring.ts'

/** A slot that a document is mapped to: the mapping's id, and its name. */
export type MappedSlot = { id: string; title: string }

export type MappingsService = {
  ready: Promise<void>
  /** By id; members get the active ones that have a source, and with the drafts those that will have one. The same object until something changes. */
  list: (person: Person) => Mappings
  /** Mappings of the newest quarters and of one quarter, and the list of quarters that have any. */
  latest: (person: Person) => Mappings
  ofQuarter: (person: Person, quarter: Quarter) => Mappings
  quarters: (person: Person, year: number | undefined) => FilledQuarters
  get: (person: Person, id: string) => ResourceMapping
  /** Without any check of access: the caller must check it. */
  getUnchecked: (id: string) => ResourceMapping | undefined
  /** The slots of every mapped document, inactive ones too. For the portal itself. */
  slotsByDocument: () => ReadonlyMap<string, readonly MappedSlot[]>
  save: (
    person: Person,
    id: string,
    change: MappingChange,
    revision: number | 'new',
    /** Whether a quarter that has nothing yet starts in preparation. */
    isPreparing?: boolean,
  ) => Promise<ResourceMapping>
  /** Takes the document and the embed out of a slot; see the contract. */
  unmap: (person: Person, id: string, revision: number | 'new') => Promise<ResourceMapping>
  /** Sets up a quarter's slots like those of the previous quarter; see the contract. */
  prepare: (person: Person, to: Quarter) => Promise<Reply<typeof prepareQuarter>>
  mapPapers: (person: Person, quarter: Quarter, papers: PaperMapping[]) => Promise<PaperOutcome[]>
  restoring: Restoring
  activate: (person: Person, active: boolean, slots: SlotAtRevision[]) => Promise<ResourceMapping[]>
  copy: (
    person: Person,
    copies: { from: Quarter; to: Quarter; slots: SlotCopy[] },
  ) => Promise<ResourceMapping[]>
}

export type MappingsParts = {
  store: DocumentStore
  inMemory: MappingsInMemory
  images: ImagesService
  visibility: Pick<VisibilityService, 'mayReadPaper' | 'mayReadSlot' | 'version'>
  slots: Pick<AgendaSlotsService, 'hasContent'>
  quarters: Pick<QuarterStatesService, 'publishedAt' | 'missing'>
  agendas: Pick<
    AgendasService,
    'missingDraft' | 'published' | 'draft' | 'draftQuarters' | 'version'
  >
  now: () => Date
}

export function createMappingsService({
  store,
  inMemory,
  images,
  visibility,
  slots: agendaSlots,
  quarters,
  agendas,
  now,
}: MappingsParts): MappingsService {
  const { shownOf } = inMemory
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
  const withoutHeldPaper = (sight: Sight, mapping: ResourceMapping): ResourceMapping => {
    const { documentId } = mapping
    if (documentId === undefined || sourceOf(mapping) === 'document') return mapping
    const document = inMemory.document(documentId)
    if (document && visibility.mayReadPaper({ sight }, document)) return mapping
    return withoutDocument(mapping)
  }

  const drafts = createDraftMappings({ inMemory, agendas })

  /** The mapping as this sight sees it, if at all. */
  const seenBy = (sight: Sight, mapping: ResourceMapping): ResourceMapping | undefined => {
    const slot = slotOf(mapping.id)
    if (!slot) return undefined
    if (sight === 'everything') return withTimes(slot, mapping)
    const isShown =
      visibility.mayReadSlot({ sight: 'published' }, slot, mapping.active) &&
      leadsSomewhere(slot, mapping)
    if (isShown) return withoutHeldPaper(sight, withTimes(slot, mapping))
    const draft = sight === 'drafts' ? drafts.asDraft(slot, mapping) : undefined
    return draft && withoutHeldPaper(sight, draft)
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
  const listed = cacheByVersion(listVersion, (sight: Sight): Mappings => {
    const all = sight === 'drafts' ? [...inMemory.all(), ...drafts.allUnmapped()] : inMemory.all()
    const seen = all.flatMap((mapping) => seenBy(sight, mapping) ?? [])
    return Object.fromEntries(seen.map((mapping) => [mapping.id, mapping]))
  })

  const latest = cacheByVersion(listVersion, (sight: Sight) => latestMappings(listed(sight)))
  const byQuarter = cacheByVersion<Sight, Map<string, Mappings>>(listVersion, () => new Map())
  const filled = cacheByVersion(listVersion, (sight: Sight) => filledQuarters(listed(sight)))
  const filledByYear = cacheByVersion<Sight, Map<number | undefined, FilledQuarters>>(
    listVersion,
    () => new Map(),
  )

  /** Validates what needs no stored mapping. Nothing is written but the image, which nobody sees yet. */
  const validated = async (slot: Slot, change: MappingChange): Promise<ValidatedChange> => {
    refuseContradictions(slot, change)
    const { cardImage, documentId, embedUrl, acceptEmpty: _, ...rest } = change
    const result: ValidatedChange = rest
    if (documentId !== undefined) {
      const document = inMemory.document(documentId)
      if (!document) throw new Refusal('invalid', `Document not found: ${documentId}`)
      result.document = { id: documentId, mimeType: document.mime_type, name: document.name }
    } else if (embedUrl !== undefined) result.embedUrl = embedAddress(embedUrl)
    if (cardImage !== undefined) result.cardImage = await cardImageAddress(cardImage)
    return result
  }
  const cardImageAddress = async (cardImage: string) => {
    if (cardImage === '' || (await images.has(cardImage))) return cardImage
    return images.keepCardImage(cardImage)
  }

  /** The source goes back to the drive while nothing is mapped: members would lose the agenda. */
  const refuseEmptied = (slot: Slot, before: StoredMapping | undefined, next: StoredMapping) => {
    if (slot.kind !== 'meeting' || before?.mode !== 'native' || next.mode === 'native') return
    const document = next.documentId === undefined ? undefined : inMemory.document(next.documentId)
    if (next.embedUrl || document) return
    const named = `Q${slot.quarter} ${slot.year}`
    throw new Refusal(
      'confirmationRequired',
      `No document is mapped as the agenda of ${named}, so members would have no agenda. Map one in Resource Mappings first.`,
    )
  }

  /** Starts a quarter in preparation if it has nothing yet; see `QuarterStatesService`. */
  const startOf = async (transaction: StoreOperations, by: Person, slot: Slot | Quarter) => {
    if ('kind' in slot && slot.kind !== 'meeting') return undefined
    const hasAgenda = agendas.published(slot) ?? agendas.draft(slot)
    if (hasAgenda || agendaSlots.hasContent(slot)) return undefined
    return quarters.missing(transaction, slot, { by, at: now() })
  }

  return {
    ready: inMemory.ready,
    list: (person) => listed(sightOf(person)),
    latest: (person) => latest(sightOf(person)),
    ofQuarter(person, quarter) {
      const sight = sightOf(person)
      const known = byQuarter(sight)
      const id = quarterId(quarter)
      const mappings = known.get(id) ?? mappingsOfQuarter(listed(sight), quarter)
      known.set(id, mappings)
      return mappings
    },
    quarters(person, year) {
      const sight = sightOf(person)
      const known = filledByYear(sight)
      const ofYear = known.get(year) ?? quartersOfYear(filled(sight), year)
      known.set(year, ofYear)
      return ofYear
    },
    getUnchecked: inMemory.get,
    slotsByDocument: () => slotsByDocument(undefined),
    get(person, id) {
      const sight = sightOf(person)
      const mapping = inMemory.get(id) ?? (sight === 'drafts' ? drafts.unmapped(id) : undefined)
      const seen = mapping && seenBy(sight, mapping)
      if (!seen) throw new Refusal('notFound', 'Material Not Found')
      return seen
    },
    async save(person, id, change, revision, isPreparing = false) {
      mustManagePortal(person)
      const slot = slotOf(id)
      if (!slot) throw new Refusal('notFound', 'Material Not Found')
      if (Object.keys(change).length === 0)
        throw new Refusal('invalid', 'There is nothing to save.')
      const validatedChange = await validated(slot, change)
      const saved = await store.transaction(async (transaction) => {
        const current = await mappingsCollection.raw(transaction).get(id)
        const before = current && z.parse(storedMapping, current)
        const next = applyMappingChange(before, slot, validatedChange, now())
        const draft =
          change.mode === 'native' && slot.kind === 'meeting'
            ? await agendas.missingDraft(transaction, person, slot)
            : undefined
        const start = isPreparing ? await startOf(transaction, person, slot) : undefined
        // A repeated save gets its first result.
        if (before && isSameBody(before, next)) {
          await draft?.()
          return current
        }
        refuseStale(current, revision, shownOf)
        if (!change.acceptEmpty) refuseEmptied(slot, before, next)
        await start?.()
        await draft?.()
        const written = await mappingsCollection.raw(transaction).put(id, next, current)
        await recordChange(transaction, {
          at: now(),
          by: person,
          what: 'mapping saved',
          subject: id,
          before,
          after: next,
        })
        return written
      })
      return shownOf(saved)
    },
    async unmap(person, id, revision) {
      mustManagePortal(person)
      const unmapped = await store.transaction((transaction) =>
        unmapIn(transaction, { id, revision, shownOf, by: person, at: now() }),
      )
      return shownOf(unmapped)
    },
    restoring: restoringMapping(now),
    async prepare(person, to) {
      mustManagePortal(person)
      const made = await store.transaction(async (transaction) => {
        const start = await startOf(transaction, person, to)
        const prepared = await prepareSlots(transaction, { to, agendas, by: person, at: now() })
        await start?.()
        return prepared
      })
      return { from: quarterAfter(to, -1), made: made.map(shownOf) }
    },
    async mapPapers(person, quarter, papers) {
      mustManagePortal(person)
      refuseSharedSlots(papers, quarter)
      return store.transaction(async (transaction) => {
        const start = await startOf(transaction, person, quarter)
        const change = { papers, quarter, inMemory, by: person, at: now() }
        const outcomes = await mapPapersIn(transaction, change)
        if (outcomes.some(({ outcome }) => outcome === 'mapped')) await start?.()
        return outcomes
      })
    },
    async activate(person, active, slots) {
      mustManagePortal(person)
      const stored = await store.transaction((transaction) =>
        activateIn(transaction, { active, slots, shownOf, by: person, at: now() }),
      )
      return stored.map(shownOf)
    },
    async copy(person, copies) {
      mustManagePortal(person)
      const stored = await store.transaction(async (transaction) => {
        const start = await startOf(transaction, person, copies.to)
        const copied = await copyIn(transaction, { ...copies, inMemory, by: person, at: now() })
        await start?.()
        return copied
      })
      return stored.map(shownOf)
    },
  }
}
