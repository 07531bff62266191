import { isQuarterly } from '@portal/domain/meeting-ref'
import type { BoardDocument } from '@portal/contract/documents'
import type { EmbedType, MappingChange, ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { type Slot, slotName } from '@portal/domain/slot-names'
import type { ImageDraft } from '../shared/images/use-image-draft.ts'
import type { Difference } from '../shared/dialogs/both-versions.tsx'
import { contentName } from './readiness/readiness.ts'

/** The choice made in the mapping form. */
export type MappingChoice =
  | { mode: 'document'; document: BoardDocument }
  | { mode: 'embed'; url: string; embedType: EmbedType }

/** The payload that puts a choice into a slot (specification, section 7). */
export function mappingChangeFor(
  slot: Slot,
  choice: MappingChoice,
  mapping: ResourceMapping | undefined,
  image: MappingChange,
): MappingChange {
  const title = mapping?.title || slotName(slot)
  const rest = { title, ...placeOf(slot), ...image }
  if (choice.mode === 'embed') {
    return { embedUrl: choice.url, embedType: choice.embedType, ...rest }
  }
  const { id, mime_type } = choice.document
  return { documentId: id, mimeType: mime_type, ...rest }
}

/** The change of the card image: nothing if it is kept, an empty text if it is removed. */
export function imageChange({ choice }: Pick<ImageDraft, 'choice'>): MappingChange {
  if (choice.kind === 'kept') return {}
  return { cardImage: choice.kind === 'picked' ? choice.dataUrl : '' }
}

function placeOf(slot: Slot): MappingChange {
  if (slot.kind === 'meeting') {
    const { materialType } = slot
    return isQuarterly(slot)
      ? { year: slot.year, quarter: slot.quarter, materialType }
      : { materialType }
  }
  if (slot.kind === 'governance') return { policyType: slot.policyType }
  return { resourceType: slot.resourceType }
}

/** The settings of a slot, in words. */
export type MappingSummary = { shown: string; title: string; active: string; image: string }

function summaryOf(mapping: ResourceMapping | undefined): MappingSummary {
  return {
    shown: contentName(mapping) ?? 'No document mapped',
    title: ownTitle(mapping),
    active: mapping && !mapping.active ? 'Inactive' : 'Active',
    image: mapping?.cardImage ? 'An image' : 'No image',
  }
}

/** The mapping form stores the slot's own name too, which nobody wrote. */
function ownTitle(mapping: ResourceMapping | undefined): string {
  const slot = mapping && slotOf(mapping.id)
  const title = mapping?.title ?? ''
  return slot && title === slotName(slot) ? '' : title
}

const fields = [
  ['shown', 'Mapped Document'],
  ['title', 'Display Name'],
  ['active', 'Active'],
  ['image', 'Card image'],
] as const

/** The settings that differ between both versions; one you didn't touch has its original value. */
export function mappingDifferences(
  base: ResourceMapping | undefined,
  theirs: ResourceMapping,
  yours: Partial<MappingSummary>,
): Difference[] {
  const [before, after] = [summaryOf(base), summaryOf(theirs)]
  return fields
    .map(([key, field]) => ({ field, theirs: after[key], yours: yours[key] ?? before[key] }))
    .filter((difference) => difference.theirs !== difference.yours)
}
