import { isQuarterly, type MeetingRef, type OtherMeeting } from '@portal/domain/meeting-ref'
import type { Reply } from '@portal/contract/endpoint'
import type { MappingChange, ResourceMapping, SlotAtRevision } from '@portal/contract/mappings'
import type {
  PaperMapping,
  PaperOutcome,
  prepareQuarter,
  SlotCopy,
} from '@portal/contract/meetings'
import type { Person } from '@portal/contract/portal'
import { quarterAfter } from '@portal/domain/quarter'
import { mappingId, slotOf } from '@portal/domain/ids'
import { hasPlace } from '@portal/domain/quarter-papers'
import { isAgendaSlot, isOwnCard, mostPapers, type Slot } from '@portal/domain/slot-names'
import { agendaMappingOf } from '@portal/domain/slot-source'
import * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import type { AgendasService, MeetingRecords } from '../agendas/agendas-feature.ts'
import { recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import type { ImagesService } from '../images/images-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { isSameBody } from '../../platform/store/stored-body.ts'
import type { SlotSettingsService } from '../slot-settings/slot-settings-feature.ts'
import type { Sealing, VisibilityService } from '../visibility/visibility-feature.ts'

import { type AgendaSlotsService, isPaperOf } from './agenda-slots-service.ts'
import { activateIn, copyIn, prepareSlots } from './bulk-slots.ts'
import { mapPapersIn, refuseSharedSlots } from './map-papers.ts'
import { createNamedPapers, refuseOtherBody } from './named-papers.ts'
import { mayAddCard, removeCardIn, writtenMapping } from './own-cards.ts'
import { createClosedSlots } from './closed-slots.ts'
import { createListedMappings, type ListedMappings } from './listed-mappings.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'
import {
  applyMappingChange,
  embedAddress,
  type ValidatedChange,
  refuseContradictions,
  slotOfType,
  unknownSlot,
} from './mapping-change.ts'
import { mappingsCollection, storedMapping, type StoredMapping } from './stored-mapping.ts'
import { unmapIn, restoringMapping } from './unmap-slot.ts'
import type { Restoring } from '../../platform/audit/restoring.ts'

export type MappingsService = ListedMappings & {
  ready: Promise<void>
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
  /** Removes an empty card of the foundation's own. */
  removeCard: (person: Person, id: string, revision: number | 'new') => Promise<{ id: string }>
  /** Sets up a quarter's slots like those of the previous quarter; see the contract. */
  prepare: (
    person: Person,
    to: MeetingRef,
    /** For a meeting that isn't a quarterly one. */
    from?: OtherMeeting,
  ) => Promise<Reply<typeof prepareQuarter>>
  mapPapers: (
    person: Person,
    meeting: MeetingRef,
    papers: PaperMapping[],
  ) => Promise<PaperOutcome[]>
  restoring: Restoring
  activate: (person: Person, active: boolean, slots: SlotAtRevision[]) => Promise<ResourceMapping[]>
  copy: (
    person: Person,
    copies: { from: MeetingRef | undefined; to: MeetingRef; slots: SlotCopy[] },
  ) => Promise<ResourceMapping[]>
}

/** How many places a meeting's list keeps, with those of papers that were removed. */
const mostPlaces = 5 * mostPapers

export type MappingsParts = {
  store: DocumentStore
  inMemory: MappingsInMemory
  images: ImagesService
  visibility: VisibilityService
  sealing: Pick<Sealing, 'run'>
  slots: Pick<AgendaSlotsService, 'hasContent'>
  records: Pick<MeetingRecords, 'nameOf'>
  quarters: Pick<QuarterStatesService, 'publishedAt' | 'missing'>
  slotSettings: Pick<SlotSettingsService, 'isSetAside' | 'setAsideCards'>
  agendas: Pick<
    AgendasService,
    'missingDraft' | 'published' | 'draft' | 'draftQuarters' | 'version'
  > & {
    /** Refuses a meeting that was never created; a quarter needs no record. */
    mustExist: (transaction: StoreOperations, meeting: MeetingRef) => Promise<void>
  }
  now: () => Date
}

export function createMappingsService({
  store,
  inMemory,
  images,
  visibility,
  sealing,
  slots: agendaSlots,
  quarters,
  slotSettings,
  agendas,
  records: { nameOf },
  now,
}: MappingsParts): MappingsService {
  const closed = createClosedSlots({ visibility, inMemory, sealing })
  const listed = createListedMappings({
    inMemory,
    visibility,
    quarters,
    slotSettings,
    agendas,
  })

  /** Validates what needs no stored mapping. Nothing is written but the image, which nobody sees yet. */
  const validated = async (
    person: Person,
    slot: Slot,
    change: MappingChange,
  ): Promise<ValidatedChange> => {
    refuseContradictions(slot, change)
    const { cardImage, documentId, embedUrl, acceptEmpty: _, ...rest } = change
    const result: ValidatedChange = rest
    if (documentId !== undefined) {
      const document = closed.document(person, slot, documentId)
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
    if (slot.kind !== 'meeting' || !isAgendaSlot(slot) || next.mode === 'native') return
    if (agendaMappingOf(slot, before)?.mode !== 'native') return
    const document = next.documentId === undefined ? undefined : inMemory.document(next.documentId)
    if (next.embedUrl || document) return
    throw new Refusal(
      'confirmationRequired',
      `No document is mapped as the agenda of ${nameOf(slot)}, so members would have no agenda. Map one in Resource Mappings first.`,
    )
  }

  /** Refuses papers of a meeting that doesn't exist, or that has as many as it can. A quarter has its slots. */
  const mayAddPapers = async (
    transaction: StoreOperations,
    meeting: MeetingRef,
    ids: readonly string[],
  ) => {
    if (isQuarterly(meeting)) return
    await agendas.mustExist(transaction, meeting)
    const known = inMemory.all().filter(({ id }) => isPaperOf(id, meeting))
    const all = new Set([...known.filter(hasPlace).map(({ id }) => id), ...ids])
    if (all.size <= mostPapers && known.length <= mostPlaces) return
    throw new Refusal('invalid', `A meeting can have ${mostPapers} papers, and no more fit.`)
  }

  const names = createNamedPapers({ store, inMemory, visibility, mayAddPapers, now })

  /** Starts a quarter in preparation if it has nothing yet; see `QuarterStatesService`. */
  const startOf = async (transaction: StoreOperations, by: Person, slot: Slot | MeetingRef) => {
    if ('kind' in slot && slot.kind !== 'meeting') return undefined
    const hasAgenda = agendas.published(slot) ?? agendas.draft(slot)
    if (hasAgenda || agendaSlots.hasContent(slot)) return undefined
    return quarters.missing(transaction, slot, { by, at: now() })
  }

  return {
    ready: inMemory.ready,
    ...listed,

    async save(person, id, change, revision, isPreparing = false) {
      mustManagePortal(person)
      const slot = slotOf(id)
      if (!slot) throw unknownSlot(id)
      if (Object.keys(change).length === 0)
        throw new Refusal('invalid', 'There is nothing to save.')
      closed.refuse(person, slot)
      const shownOf = closed.shownTo(person)
      const validatedChange = await validated(person, slot, change)
      const saved = await store.transaction(async (transaction) => {
        const current = await mappingsCollection.raw(transaction).get(id)
        const before = current && z.parse(storedMapping, current)
        if (!before && isOwnCard(slot)) mayAddCard(slot, change, inMemory.all())
        if (!before && slot.kind === 'meeting') await mayAddPapers(transaction, slot, [id])
        const next = applyMappingChange(before, slot, validatedChange, now())
        const draft =
          change.mode === 'native' && slot.kind === 'meeting' && isQuarterly(slot)
            ? await agendas.missingDraft(transaction, person, slot)
            : undefined
        const start = isPreparing ? await startOf(transaction, person, slot) : undefined
        // A repeated save gets its first result.
        if (before && isSameBody(before, next)) {
          await draft?.()
          return current
        }
        await refuseOvertaken(transaction, { current, revision, subject: id, shown: shownOf })
        if (!change.acceptEmpty) refuseEmptied(slot, before, next)
        await start?.()
        await draft?.()
        const written = await writtenMapping(transaction, { id, slot, next, current, at: now() })
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
      await closed.seal([id])
      return shownOf(saved)
    },
    async unmap(person, id, revision) {
      mustManagePortal(person)
      closed.refuse(person, slotOf(id))
      const shownOf = closed.shownTo(person)
      const unmapped = await store.transaction((transaction) =>
        unmapIn(transaction, { id, revision, shownOf, by: person, at: now() }),
      )
      return shownOf(unmapped)
    },
    async removeCard(person, id, revision) {
      mustManagePortal(person)
      const shownOf = closed.shownTo(person)
      await store.transaction((transaction) =>
        removeCardIn(transaction, { id, revision, shownOf, by: person, at: now() }),
      )
      return { id }
    },
    restoring: restoringMapping(closed, now),
    async prepare(person, to, from) {
      mustManagePortal(person)
      if (!isQuarterly(to)) {
        const { made: named, ...source } = await names.like(person, to, from)
        return { ...source, made: named.map(closed.shownTo(person)) }
      }
      const isClosed = (slot: Slot) => visibility.isClosedSlot(mappingId(slot))
      const made = await store.transaction(async (transaction) => {
        const start = await startOf(transaction, person, to)
        const prepared = await prepareSlots(transaction, {
          to,
          // Neither a title nor a picture of a closed slot is copied.
          isSetAside: (slot) =>
            slotSettings.isSetAside(slot) ||
            isClosed(slot) ||
            (slot.kind === 'meeting' && isClosed({ ...slot, ...quarterAfter(to, -1) })),
          agendas,
          by: person,
          at: now(),
        })
        await start?.()
        return prepared
      })
      return { from: quarterAfter(to, -1), made: made.map(closed.shownTo(person)) }
    },
    async mapPapers(person, quarter, papers) {
      mustManagePortal(person)
      refuseSharedSlots(papers, quarter)
      const slots = papers.map(({ materialType }) => slotOfType(quarter, materialType))
      closed.refuse(person, ...slots)
      const outcomes = await store.transaction(async (transaction) => {
        await mayAddPapers(transaction, quarter, slots.map(mappingId))
        const start = await startOf(transaction, person, quarter)
        const change = {
          papers,
          quarter,
          shownOf: closed.shownTo(person),
          closed,
          by: person,
          at: now(),
        }
        const mapped = await mapPapersIn(transaction, change)
        if (mapped.some(({ outcome }) => outcome === 'mapped')) await start?.()
        return mapped
      })
      await closed.seal(slots.map(mappingId))
      return outcomes
    },
    async activate(person, active, slots) {
      mustManagePortal(person)
      closed.refuse(person, ...slots.map(({ id }) => slotOf(id)))
      const shownOf = closed.shownTo(person)
      const stored = await store.transaction((transaction) =>
        activateIn(transaction, { active, slots, shownOf, by: person, at: now() }),
      )
      return stored.map(shownOf)
    },
    async copy(person, { from, to, slots }) {
      mustManagePortal(person)
      if (!from) throw new Refusal('invalid', 'Please choose the meeting to copy from.')
      refuseOtherBody(to, from)
      const copied = slots.map(({ materialType }) => slotOfType(to, materialType))
      closed.refuse(person, ...copied, ...copied.map((slot) => ({ ...slot, ...from })))
      const shownOf = closed.shownTo(person)
      const stored = await store.transaction(async (transaction) => {
        await mayAddPapers(transaction, to, copied.map(mappingId))
        const start = await startOf(transaction, person, to)
        const written = await copyIn(transaction, {
          from,
          to,
          slots,
          document: inMemory.document,
          shownOf,
          closed,
          nameOf,
          by: person,
          at: now(),
        })
        await start?.()
        return written
      })
      await closed.seal(stored.map(({ id }) => id))
      return stored.map(shownOf)
    },
  }
}
