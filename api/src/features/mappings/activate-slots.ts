import type { SlotAtRevision } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import * as z from 'zod/mini'
import { type Actor, recordChange } from '../../platform/audit/record-change.ts'
import { Refusal } from '../../refusal.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import { applyMappingChange } from './mapping-change.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'
import { refuseRepeatedIds, refuseStaleSlots, type StoredSlot } from './stale-slots.ts'
import { mappingsCollection, storedMapping } from './stored-mapping.ts'

type Activation = {
  active: boolean
  slots: SlotAtRevision[]
  shownOf: MappingsInMemory['shownOf']
  by: Actor
  at: Date
}

/** Shows all of these slots to members, or hides them; returns them as they are stored now. */
export async function activateIn(
  transaction: StoreOperations,
  { active, slots, shownOf, by, at }: Activation,
): Promise<StoredSlot[]> {
  refuseRepeatedIds(slots.map(({ id }) => id))
  // In a transaction every read comes before the first write.
  const read = await Promise.all(
    slots.map(async ({ id, revision }) => {
      const slot = slotOf(id)
      const current = slot && (await mappingsCollection.raw(transaction).get(id))
      if (!slot || !current) throw new Refusal('notFound', 'Material Not Found')
      return { id, slot, revision, current, before: z.parse(storedMapping, current) }
    }),
  )
  // A repeated request gets its first result.
  const isDone = (slot: (typeof read)[number]) => slot.before.active === active
  refuseStaleSlots(
    read.filter((candidate) => !isDone(candidate)),
    shownOf,
  )
  const stored: StoredSlot[] = []
  for (const known of read) {
    const { id, slot, current, before } = known
    if (isDone(known)) {
      stored.push(current)
      continue
    }
    const after = applyMappingChange(before, slot, { active }, at)
    stored.push(await mappingsCollection.raw(transaction).update(id, after, current.revision))
    await recordChange(transaction, { at, by, what: 'mapping saved', subject: id, before, after })
  }
  return stored
}
