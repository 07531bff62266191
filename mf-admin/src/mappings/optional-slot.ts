import { isAdditional } from '@portal/domain/paper-match'
import type { Slot } from '@portal/domain/slot-names'

/** Slots that a quarter may leave empty. */
export function isOptional(slot: Slot): boolean {
  return slot.kind === 'meeting' && isAdditional(slot.materialType)
}
