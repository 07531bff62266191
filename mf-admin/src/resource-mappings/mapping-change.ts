import type { BoardDocument } from '@portal/contract/documents'
import type { EmbedType, MappingChange, ResourceMapping } from '@portal/contract/mappings'
import { type Slot, slotName } from '@portal/contract/slots'

/** What the mapping form was given. */
export type Choice =
  | { mode: 'document'; document: BoardDocument }
  | { mode: 'embed'; url: string; embedType: EmbedType }

/** The payload that puts a choice into a slot (specification, section 7). */
export function changeOf(
  slot: Slot,
  choice: Choice,
  mapping: ResourceMapping | undefined,
): MappingChange {
  const title = mapping?.title || slotName(slot)
  const place = placeOf(slot)
  if (choice.mode === 'embed') {
    return { embedUrl: choice.url, embedType: choice.embedType, title, ...place }
  }
  const { id, mime_type } = choice.document
  return { documentId: id, title, mimeType: mime_type, ...place }
}

function placeOf(slot: Slot): MappingChange {
  if (slot.kind === 'meeting') {
    return { year: slot.year, quarter: slot.quarter, materialType: slot.materialType }
  }
  if (slot.kind === 'governance') return { policyType: slot.policyType }
  return { resourceType: slot.resourceType }
}
