import type { ResourceMapping } from '@portal/contract/mappings'
import type { Person } from '@portal/contract/portal'
import { mappingId, slotOf } from '@portal/domain/ids'
import type { Reader } from '@portal/domain/may-read'
import type { Slot } from '@portal/domain/slot-names'
import { Refusal } from '../../refusal.ts'
import type { Sealing, VisibilityService } from '../visibility/visibility-feature.ts'
import { withoutDocument } from './mapping-change.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'

type Parts = {
  visibility: Pick<
    VisibilityService,
    'readerOf' | 'mayReadPaper' | 'isClosedTo' | 'isClosedSlot' | 'isOfSameItems' | 'isRestricted'
  >
  inMemory: Pick<MappingsInMemory, 'document' | 'shownOf'>
  sealing: Pick<Sealing, 'run'>
}

/** What admins may change of slots that belong to closed items, and which papers they may map. */
export function createClosedSlots({ visibility, inMemory, sealing }: Parts) {
  return {
    /** Refuses a slot whose item the person may not read. */
    refuse(person: Person, ...slots: readonly (Slot | undefined)[]): void {
      const reader = visibility.readerOf(person)
      for (const slot of slots) {
        if (!slot || !visibility.isClosedTo(reader, slot)) continue
        throw new Refusal(
          'forbidden',
          'This paper belongs to a closed session. Only an admin who may see it can change this.',
        )
      }
    },

    /** A document that may be mapped to a slot; undefined if there is none, or none that the person may read. */
    document(person: Person, slot: Slot, id: string) {
      const document = inMemory.document(id)
      if (!document || !visibility.mayReadPaper(visibility.readerOf(person), document)) {
        return undefined
      }
      if (visibility.isOfSameItems(id, slot)) return document
      throw new Refusal(
        'conflict',
        `“${document.name}” belongs to a closed session, so it can’t be shown anywhere else.`,
      )
    },

    /** Refuses to copy what a closed slot is called, or an embed in it, to one that others see. */
    refuseOpening(source: string, target: string): void {
      if (!visibility.isClosedSlot(source) || visibility.isClosedSlot(target)) return
      throw new Refusal(
        'conflict',
        'This paper belongs to a closed session, so it can’t be copied to a place that others see.',
      )
    },

    /** Refuses to bring a paper back that the person may not read, or that would be shown to others. */
    refuseReturning(person: Person, slot: Slot, id: string): void {
      if (!inMemory.document(id) || this.document(person, slot, id)) return
      throw new Refusal(
        'conflict',
        'This slot had a paper of a closed session, so this can’t be undone.',
      )
    },

    /** Stored mappings as the person may see them. */
    shownTo(person: Person): MappingsInMemory['shownOf'] {
      const reader = visibility.readerOf(person)
      return (stored) =>
        withoutClosedPaper({ visibility, inMemory }, reader, inMemory.shownOf(stored))
    },

    /** Stores the papers apart that were mapped to closed slots. */
    async seal(ids: readonly string[]): Promise<void> {
      const slots = ids.flatMap((id) => slotOf(id) ?? [])
      if (slots.some((slot) => visibility.isClosedSlot(mappingId(slot)))) await sealing.run()
    },
  }
}

type PaperParts = {
  visibility: Pick<VisibilityService, 'mayReadPaper' | 'isRestricted'>
  inMemory: Pick<MappingsInMemory, 'document'>
}

/** An open slot without a paper that is closed to the reader because of another slot, and without its title. */
export function withoutClosedPaper(
  { visibility, inMemory }: PaperParts,
  reader: Reader,
  mapping: ResourceMapping,
): ResourceMapping {
  const { documentId: id } = mapping
  if (id === undefined || !visibility.isRestricted(id)) return mapping
  if (visibility.mayReadPaper(reader, inMemory.document(id) ?? { id, path: '' })) return mapping
  const { title: _, problem: __, ...rest } = withoutDocument(mapping)
  return rest
}

export type ClosedSlots = ReturnType<typeof createClosedSlots>
