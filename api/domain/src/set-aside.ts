import { mappingId } from './ids.ts'
import { materialTypes, type Slot, slotName, specifiedCards } from './slot-names.ts'

/** A slot as such, regardless of the quarter: `meeting-cash-flow-summary`, `governance-bylaws`. */
export function slotTypeId(slot: Slot): string {
  return slot.kind === 'meeting' ? `meeting-${slot.materialType}` : mappingId(slot)
}

/** The names of the specification's slots and cards, each of which a foundation can set aside. */
export const slotTypeNames: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(materialTypes).map(([type, name]) => [`meeting-${type}`, name]),
  ...Object.values(specifiedCards)
    .flat()
    .map((card) => [mappingId(card), slotName(card)]),
])

/** In the order of the slots. */
export const slotTypeIds: readonly string[] = Object.keys(slotTypeNames)
