import type { Person } from '@portal/contract/portal'
import { mappingId, slotOf } from '@portal/domain/ids'
import type { Slot } from '@portal/domain/slot-names'
import { Refusal } from '../../refusal.ts'
import type { Sealing, VisibilityService } from '../visibility/visibility-feature.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'

type Parts = {
  visibility: Pick<
    VisibilityService,
    'readerOf' | 'mayReadPaper' | 'isClosedTo' | 'isClosedSlot' | 'isOfSameItems'
  >
  inMemory: Pick<MappingsInMemory, 'document'>
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

    /** Stores the papers apart that were mapped to closed slots. */
    async seal(ids: readonly string[]): Promise<void> {
      const slots = ids.flatMap((id) => slotOf(id) ?? [])
      if (slots.some((slot) => visibility.isClosedSlot(mappingId(slot)))) await sealing.run()
    },
  }
}

export type ClosedSlots = ReturnType<typeof createClosedSlots>
