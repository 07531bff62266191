import type { Quarter } from '@portal/domain/quarter'
import { type MaterialType, materialTypes, type Slot } from '@portal/domain/slot-names'

/** A quarter's slots, in the order in which members see them. */
export function slotsOfQuarter({ year, quarter }: Quarter): Slot[] {
  const types = Object.keys(materialTypes) as MaterialType[]
  return types.map((materialType) => ({ kind: 'meeting', year, quarter, materialType }))
}

/** Slots that a quarter may well leave empty. */
export function isOptional(slot: Slot): boolean {
  return slot.kind === 'meeting' && slot.materialType.startsWith('additional-material')
}

/** The slot that leads members to the quarter's agenda. */
export function isAgenda(slot: Slot): boolean {
  return slot.kind === 'meeting' && slot.materialType === 'agenda'
}
