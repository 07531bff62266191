import type { ResourceMapping } from '@portal/contract/mappings'
import { compareQuarters, type Quarter } from '@portal/domain/quarter'
import { sourceOf } from '@portal/domain/slot-source'

/** A slot of a quarter that shows a paper. */
export type ShownIn = Quarter & { materialType: string }

/** The slots that show each document, newest quarter first. */
export function shownPapers(
  mappings: Readonly<Record<string, ResourceMapping>>,
): ReadonlyMap<string, readonly ShownIn[]> {
  const found = new Map<string, ShownIn[]>()
  for (const mapping of Object.values(mappings)) {
    const { documentId, year, quarter, materialType } = mapping
    if (documentId === undefined || sourceOf(mapping) !== 'document') continue
    if (year === undefined || quarter === undefined || materialType === undefined) continue
    const others = found.get(documentId) ?? []
    found.set(documentId, [...others, { year, quarter, materialType }])
  }
  for (const [id, slots] of found) {
    found.set(
      id,
      slots.toSorted((a, b) => compareQuarters(b, a)),
    )
  }
  return found
}
