import type { ResourceMapping } from '@portal/contract/mappings'
import { compareQuarters, type Quarter } from '@portal/domain/quarter'

/** The quarters that papers are mapped to, by document, newest first. */
export function quartersOfPapers(
  mappings: Iterable<Pick<ResourceMapping, 'documentId' | 'year' | 'quarter'>>,
): Map<string, Quarter[]> {
  const found = new Map<string, Quarter[]>()
  for (const { documentId, year, quarter } of mappings) {
    if (documentId === undefined || year === undefined || quarter === undefined) continue
    const quarters = found.get(documentId) ?? []
    if (quarters.some((one) => one.year === year && one.quarter === quarter)) continue
    found.set(
      documentId,
      [...quarters, { year, quarter }].toSorted((a, b) => compareQuarters(b, a)),
    )
  }
  return found
}
