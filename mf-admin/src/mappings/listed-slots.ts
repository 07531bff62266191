import { containsWords } from '@portal/contract/contains-words'
import { mappingId } from '@portal/domain/ids'
import { type Slot, slotName } from '@portal/domain/slot-names'
import type { Sort } from '@portal/shared-ui/table'
import type { Mappings } from '../shared/mapping-queries.ts'
import { sortByText } from '../shared/sort-by-text.ts'
import { contentName } from './readiness/readiness.ts'

/** `type` is the order that members see. */
export const slotOrders = ['type', 'shown', 'title', 'active'] as const
export type SlotOrder = (typeof slotOrders)[number]

/**
 * The slots whose type, document or display name contain the search's words, in the requested
 * order.
 */
export function listedSlots(
  slots: Slot[],
  mappings: Mappings,
  search: string,
  { by, down }: Sort<SlotOrder>,
): Slot[] {
  const wordOf = (slot: Slot) => {
    const mapping = mappings[mappingId(slot)]
    if (by === 'shown') return contentName(mapping) ?? ''
    if (by === 'title') return mapping?.title ?? ''
    return mapping ? (mapping.active ? '1' : '2') : '3'
  }
  const found = slots.filter((slot) => {
    const mapping = mappings[mappingId(slot)]
    return containsWords(
      `${slotName(slot)} ${contentName(mapping) ?? ''} ${mapping?.title ?? ''}`,
      search,
    )
  })
  if (by === 'type') return down ? found.toReversed() : found
  return sortByText(found, down, wordOf)
}
