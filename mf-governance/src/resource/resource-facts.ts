import type { BoardDocument } from '@portal/contract/documents'
import type { Slot } from '@portal/domain/slot-names'
import { dateText } from '../shared/resources.ts'

/** A label and its value. */
export type Fact = readonly [label: string, text: string]

type FactsInput = { slot: Slot | undefined; resourceId: string; timeZone: string }

const resourceTypes = {
  meeting: 'Meeting material',
  governance: 'Governance policy',
  communications: 'Communications resource',
} satisfies Record<Slot['kind'], string>

export function resourceTypeOf(slot: Slot | undefined): string {
  return slot ? resourceTypes[slot.kind] : 'Document'
}

export function documentFacts(
  document: BoardDocument,
  { slot, resourceId, timeZone }: FactsInput,
): Fact[] {
  return [
    ['Type', typeText(document.mime_type)],
    ['Created', dateText(document.created_time, timeZone)],
    ['Last synced', dateText(document.last_synced, timeZone)],
    ['Resource type', resourceTypeOf(slot)],
    ['ID', resourceId],
  ]
}

function typeText(mimeType: string): string {
  if (mimeType === 'application/pdf') return 'PDF'
  if (mimeType.startsWith('image/')) return 'Image'
  return mimeType
}
