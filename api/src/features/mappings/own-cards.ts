import { type MappingChange, mostOwnCards, type ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { type CardSlot, isOwnCard, type Slot } from '@portal/domain/slot-names'
import { type Actor, recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import type { Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import { mappingsCollection, type StoredMapping } from './stored-mapping.ts'

type Body = Record<string, unknown>

/** Refuses a change of a card that nobody has added, unless it names the card and so adds it. */
export function mayAddCard(
  card: CardSlot,
  { title }: MappingChange,
  all: readonly ResourceMapping[],
): void {
  if (title === undefined) throw new Refusal('notFound', 'Material Not Found')
  const added = all.filter(({ id }) => {
    const slot = slotOf(id)
    return slot?.kind === card.kind && isOwnCard(slot)
  })
  if (added.length >= mostOwnCards) {
    throw new Refusal(
      'invalid',
      `There are ${mostOwnCards} cards of your own here, and no more fit.`,
    )
  }
}

type Written = {
  id: string
  slot: Slot
  next: StoredMapping
  current: Stored<Body> | undefined
  at: Date
}

/** The stored mapping. The revisions of a card that is added once more must not begin again. */
export function writtenMapping(
  transaction: StoreOperations,
  { id, slot, next, current, at }: Written,
): Promise<Stored<Body>> {
  const mappings = mappingsCollection.raw(transaction)
  if (current || !isOwnCard(slot)) return mappings.put(id, next, current)
  return mappings.create(id, next, at.getTime())
}

type Removal = {
  id: string
  revision: number | 'new'
  shownOf: (stored: Stored<Body>) => ResourceMapping
  by: Actor
  at: Date
}

/** Removes an empty card of the foundation's own, inside a transaction. */
export async function removeCardIn(
  transaction: StoreOperations,
  { id, revision, shownOf, by, at }: Removal,
): Promise<void> {
  const slot = slotOf(id)
  if (!slot || !isOwnCard(slot)) throw new Refusal('notFound', 'Card not found')
  const mappings = mappingsCollection.raw(transaction)
  const current = await mappings.get(id)
  // A repeated request gets its first result.
  if (!current) return
  await refuseOvertaken(transaction, { current, revision, subject: id, shown: shownOf })
  const { documentId, embedUrl } = shownOf(current)
  if (documentId !== undefined || embedUrl !== undefined) {
    throw new Refusal('invalid', 'This card still shows something. Unmap it first.')
  }
  await mappings.delete(id, current.revision)
  const before = bodyOf(current)
  await recordChange(transaction, { at, by, what: 'card removed', subject: id, before })
}
