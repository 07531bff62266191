import type { BoardDocument } from '@portal/contract/documents'
import { type CardMatch, cardNamedBy, matchCards } from '@portal/domain/card-match'
import { mappingId } from '@portal/domain/ids'
import { type CardSlot, isOwnCard } from '@portal/domain/slot-names'
import type { Mappings } from '../../shared/quarter-queries.ts'
import type { IsSetAside } from '../../shared/slot-settings.ts'
import { labelOf, slotsInUse, slotsOfTab } from '../slots-of-tab.ts'
import { matchedFile } from './paper-proposals.ts'

type Known = { mappings: Mappings; isSetAside: IsSetAside }

/** The cards in use of a kind, by what they are called. */
function matchedCards(kind: CardSlot['kind'], { mappings, isSetAside }: Known) {
  // A card has no quarter.
  const slots = slotsInUse(
    slotsOfTab(kind, { year: 0, quarter: 0 }, mappings),
    mappings,
    isSetAside,
  )
  return slots.map((slot) => {
    const id = mappingId(slot)
    const { documentId } = mappings[id] ?? {}
    return { id, name: labelOf(slot, mappings[id]), documentId, isOwn: isOwnCard(slot) }
  })
}

/** The papers that are named after cards of a kind. */
export function cardProposals(
  documents: readonly BoardDocument[],
  kind: CardSlot['kind'],
  known: Known,
): CardMatch[] {
  return matchCards(documents.map(matchedFile), matchedCards(kind, known))
}

/** Whether a file has the name of a card of the foundation's own. */
export function ownCardTest(known: Known): (fileName: string) => boolean {
  const own = (['governance', 'communications'] as const)
    .flatMap((kind) => matchedCards(kind, known))
    .filter(({ isOwn }) => isOwn)
  return (fileName) => own.length > 0 && cardNamedBy(fileName, own).length > 0
}
