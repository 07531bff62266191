import { mappingId } from './ids.ts'
import { materialTypes, type Slot, specifiedCards } from './slot-names.ts'

/** A slot as such, whatever the quarter: `meeting-cash-flow-summary`, `governance-bylaws`. */
export function slotTypeId(slot: Slot): string {
  return slot.kind === 'meeting' ? `meeting-${slot.materialType}` : mappingId(slot)
}

/** The specification's slots and cards, each of which a foundation can set aside. */
export const slotTypeIds: readonly string[] = [
  ...Object.keys(materialTypes).map((type) => `meeting-${type}`),
  ...[...specifiedCards.governance, ...specifiedCards.communications].map(mappingId),
]
