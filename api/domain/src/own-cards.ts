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
    // The id, because two cards may have the same name.
    return [{ slot, order: mapping.order ?? 0, name: `${mapping.title ?? id} ${id}` }]
  })
  cards.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))
  return cards.map(({ slot }) => slot)
}

/** The place after the last card. */
export function lastOrder(orders: readonly number[]): number {
  return Math.floor(orders.at(-1) ?? 0) + 1
}

/**
 * The cards' new orders that move one of them to another place, by the cards' indexes: only its own if there is room
 * between its new neighbors, else everybody's, since two cards may have been added with the same order.
 */
export function ordersAfterMove(
  orders: readonly number[],
  from: number,
  to: number,
): Map<number, number> {
  const others = orders.toSpliced(from, 1)
  const [before, after] = [to === 0 ? 0 : others[to - 1]!, others[to]]
  const order = after === undefined ? lastOrder(others) : (before + after) / 2
  if (order > before && (after === undefined || order < after)) return new Map([[from, order]])
  const indexes = [...orders.keys()].toSpliced(from, 1).toSpliced(to, 0, from)
  return new Map(indexes.map((index, place) => [index, place + 1]))
}
