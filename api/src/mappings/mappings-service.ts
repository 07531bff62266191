import type { Reply } from '@portal/contract/endpoint'
import { listMappings, type MappingChange, type ResourceMapping } from '@portal/contract/mappings'
import type { prepareQuarter } from '@portal/contract/meetings'
import type { Person } from '@portal/contract/portal'
import { type Quarter, quarterAfter } from '@portal/contract/quarter'
import { type Slot, slotName, slotOf } from '@portal/contract/slots'
import * as z from 'zod/mini'
import { type Audience, audienceOf, mustManagePortal } from '../access.ts'
import type { AgendasService } from '../agendas/agendas-service.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Log } from '../http/log.ts'
import { keepPrepared, type Prepared } from '../http/prepared.ts'
import type { ImagesService } from '../images/images-service.ts'
import { Refusal } from '../refusal.ts'
import { hotCollection } from '../store/collection.ts'
import type { DocumentStore, Stored } from '../store/document-store.ts'
import { refuseStale } from '../store/refuse-stale.ts'
import { isSameBody } from '../store/stored-body.ts'
import {
  applyChange,
  embedAddress,
  type JudgedChange,
  refuseContradictions,
} from './mapping-change.ts'
import { prepareSlots } from './prepare-slots.ts'
import {
  leadsSomewhere,
  mappableDocument,
  mappingsCollection,
  shownMapping,
  storedMapping,
  type StoredMapping,
} from './stored-mapping.ts'

/** A slot that a document is mapped to: the mapping's id, and what it is called. */
export type MappedSlot = { id: string; title: string }

export type MappingsService = {
  ready: Promise<void>
  /** All by id; members get the active ones that lead to something. */
  list: (person: Person) => Prepared
  get: (person: Person, id: string) => ResourceMapping
  /** Whoever it may be shown to: the caller judges that. */
  unjudged: (id: string) => ResourceMapping | undefined
  /** The slots of every mapped document, inactive ones too. For the portal itself. */
  slotsByDocument: () => ReadonlyMap<string, readonly MappedSlot[]>
  save: (
    person: Person,
    id: string,
    change: MappingChange,
    revision: number | 'new',
  ) => Promise<ResourceMapping>
  /** Sets a quarter's slots up as those of the quarter before; see the contract. */
  prepare: (person: Person, to: Quarter) => Promise<Reply<typeof prepareQuarter>>
}

type Parts = {
  store: DocumentStore
  images: ImagesService
  agendas: Pick<AgendasService, 'missingDraft'>
  now: () => Date
  log: Log
}

export function createMappingsService({
  store,
  images,
  agendas,
  now,
  log,
}: Parts): MappingsService {
  const broken = (id: string, cause: unknown) =>
    log.error('a stored document can’t be read', { id, cause })
  const mappings = hotCollection(store, mappingsCollection, storedMapping, broken)
  const documents = hotCollection(store, 'documents', mappableDocument, broken)
  const statuses = hotCollection(
    store,
    'agendas',
    z.looseObject({ status: z.optional(z.unknown()) }),
  )
  const hot = [mappings, documents, statuses]

  const show = (stored: StoredMapping & { id: string; revision: number; updatedAt: string }) => {
    const { documentId } = stored
    return shownMapping(stored, documentId === undefined ? undefined : documents.get(documentId))
  }
  const shownOf = (stored: Stored<Record<string, unknown>>) =>
    show({ ...z.parse(storedMapping, stored), ...keptOf(stored) })
  const unjudged = (id: string) => {
    const stored = mappings.get(id)
    return stored && show(stored)
  }
  const isSeenBy = (audience: Audience, mapping: ResourceMapping): boolean => {
    const slot = slotOf(mapping.id)
    if (!slot) return false
    if (audience === 'admins') return true
    return mapping.active && leadsSomewhere(mapping, hasPublishedAgenda(slot))
  }
  const hasPublishedAgenda = (slot: Slot) =>
    slot.kind === 'meeting' &&
    statuses.get(`${slot.year}-Q${slot.quarter}`)?.['status'] === 'published'

  const listed = keepPrepared(
    listMappings,
    // Each only rises, so their sum changes with any of them.
    () => hot.reduce((sum, { version }) => sum + version(), 0),
    (audience: Audience) =>
      Object.fromEntries(
        mappings
          .all()
          .map(show)
          .filter((mapping) => isSeenBy(audience, mapping))
          .map((mapping) => [mapping.id, mapping]),
      ),
  )

  /** What can be judged without the stored mapping. Nothing is written but the image, which nobody sees yet. */
  const judged = async (slot: Slot, change: MappingChange): Promise<JudgedChange> => {
    refuseContradictions(slot, change)
    const { cardImage, documentId, embedUrl, ...rest } = change
    const result: JudgedChange = rest
    if (documentId !== undefined) {
      const document = documents.get(documentId)
      if (!document) throw new Refusal('invalid', `Document not found: ${documentId}`)
      result.document = { id: documentId, mimeType: document.mime_type }
    } else if (embedUrl !== undefined) result.embedUrl = embedAddress(embedUrl)
    if (cardImage !== undefined) result.cardImage = await cardImageAddress(cardImage)
    return result
  }
  const cardImageAddress = async (cardImage: string) => {
    if (cardImage === '' || (await images.has(cardImage))) return cardImage
    return images.keepCardImage(cardImage)
  }

  return {
    ready: Promise.all(hot.map(({ ready }) => ready)).then(() => undefined),
    list: (person) => listed(audienceOf(person)),
    unjudged,
    slotsByDocument() {
      const slots = new Map<string, MappedSlot[]>()
      for (const { id, documentId, title } of mappings.all()) {
        const slot = slotOf(id)
        if (documentId === undefined || !slot) continue
        const mapped = { id, title: title ?? slotName(slot) }
        slots.set(documentId, [...(slots.get(documentId) ?? []), mapped])
      }
      return slots
    },
    get(person, id) {
      const mapping = unjudged(id)
      if (!mapping || !isSeenBy(audienceOf(person), mapping)) {
        throw new Refusal('notFound', 'Material Not Found')
      }
      return mapping
    },
    async save(person, id, change, revision) {
      mustManagePortal(person)
      const slot = slotOf(id)
      if (!slot) throw new Refusal('notFound', 'Material Not Found')
      if (Object.keys(change).length === 0)
        throw new Refusal('invalid', 'There is nothing to save.')
      const judgedChange = await judged(slot, change)
      const saved = await store.transaction(async (inside) => {
        const current = await inside.get(mappingsCollection, id)
        const before = current && z.parse(storedMapping, current)
        const next = applyChange(before, slot, judgedChange)
        const draft =
          change.mode === 'native' && slot.kind === 'meeting'
            ? await agendas.missingDraft(inside, person, slot)
            : undefined
        // A save that is sent again finds its own result.
        if (before && isSameBody(before, next)) {
          await draft?.()
          return current
        }
        refuseStale(current, revision, shownOf)
        await draft?.()
        const written = current
          ? await inside.update(mappingsCollection, id, next, current.revision)
          : await inside.create(mappingsCollection, id, next)
        await recordChange(inside, {
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
    async prepare(person, to) {
      mustManagePortal(person)
      const made = await store.transaction((inside) =>
        prepareSlots(inside, { to, agendas, by: person, at: now() }),
      )
      return { from: quarterAfter(to, -1), made: made.map(shownOf) }
    },
  }
}

function keptOf({ id, revision, updatedAt }: Stored<Record<string, unknown>>) {
  return { id, revision, updatedAt }
}
