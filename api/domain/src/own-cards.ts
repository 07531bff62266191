import { slotOf } from './ids.ts'
import { type CardSlot, isOwnCard } from './slot-names.ts'

type Placed = { title?: string | undefined; order?: number | undefined }

/** The foundation's own cards of a kind among mappings by id, in the order in which members see them. */
export function ownCardsAmong(
  mappings: Readonly<Record<string, Placed | undefined>>,
  kind: CardSlot['kind'],
): CardSlot[] {
  const cards = Object.entries(mappings).flatMap(([id, mapping]) => {
    const slot = mapping && slotOf(id)
    if (!slot || slot.kind !== kind || !isOwnCard(slot)) return []
    return [{ slot, order: mapping.order ?? 0, name: mapping.title ?? id }]
  })
  cards.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))
  return cards.map(({ slot }) => slot)
}

/** A place between two neighbors, either of which may be missing. */
export function orderBetween(before: number | undefined, after: number | undefined): number {
  if (after === undefined) return before === undefined ? 1 : Math.floor(before) + 1
  return ((before ?? 0) + after) / 2
}
