import type { EmbedType } from '@portal/contract/mappings'
import type { Slot } from '@portal/domain/slot-names'

/** What an embed is where its type was never stored. */
export function defaultEmbedType(slot: Slot): EmbedType {
  return slot.kind === 'meeting' ? 'airtable' : 'external'
}
