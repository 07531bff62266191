import type { EmbedType } from '@portal/contract/mappings'
import type { Slot } from '@portal/domain/slot-names'

/** An embed's type if none was stored. */
export function defaultEmbedType(slot: Slot): EmbedType {
  return slot.kind === 'meeting' ? 'airtable' : 'external'
}
