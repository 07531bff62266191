import type { ResourceMapping } from '@portal/contract/mappings'
import { containsWords } from '@portal/domain/contains-words'
import { mappingId } from '@portal/domain/ids'
import { ownCardsAmong } from '@portal/domain/own-cards'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { papersOfMeeting } from '@portal/domain/quarter-papers'
import {
  isNamedType,
  isOwnCard,
  type Slot,
  slotName,
  specifiedCards,
} from '@portal/domain/slot-names'
import type { Sort } from '@portal/shared-ui/table'
import type { MappingsTab } from '../admin-paths.ts'
import type { Mappings } from '../shared/quarter-queries.ts'
import type { IsSetAside } from '../shared/slot-settings.ts'
import { sortByText } from '../shared/sort-by-text.ts'
import { contentName, isMapped } from './readiness/readiness.ts'

/** A meeting's papers, or the specification's cards of a tab and the foundation's own, in the order in which members see them. */
export function slotsOfTab(tab: MappingsTab, meeting: MeetingRef, mappings: Mappings): Slot[] {
  if (tab === 'meetings') return papersOfMeeting(meeting, mappings)
  return [...specifiedCards[tab], ...ownCardsAmong(mappings, tab)]
}

/** The slots without the cards that are set aside, and the empty slots of a quarter that are. */
export function slotsInUse(
  slots: readonly Slot[],
  mappings: Mappings,
  isSetAside: IsSetAside,
): Slot[] {
  return slots.filter((slot) => {
    const mapping = mappings[mappingId(slot)]
    const isKept = slot.kind === 'meeting' && mapping !== undefined && isMapped(mapping)
    return isKept || !isSetAside(slot)
  })
}

/** What admins call a slot: what the specification doesn't name, by its display name. */
export function labelOf(slot: Slot, mapping: ResourceMapping | undefined): string {
  return ((isOwnCard(slot) || isAddedPaper(slot)) && mapping?.title) || slotName(slot)
}

/** A paper beyond the specification's slots. It is only listed while something is mapped to it. */
export function isAddedPaper(slot: Slot): boolean {
  return slot.kind === 'meeting' && !isNamedType(slot.materialType)
}

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
  const matching = slots.filter((slot) => {
    const mapping = mappings[mappingId(slot)]
    return containsWords(
      `${slotName(slot)} ${contentName(mapping) ?? ''} ${mapping?.title ?? ''}`,
      search,
    )
  })
  if (by === 'type') return down ? matching.toReversed() : matching
  return sortByText(matching, down, wordOf)
}
