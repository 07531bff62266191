import type { ResourceMapping } from '@portal/contract/mappings'
import { compareQuarters, type Quarter } from '@portal/domain/quarter'

/** The quarters that papers are mapped to, by document, newest first. */
export function quartersOfPapers(
  mappings: Iterable<Pick<ResourceMapping, 'documentId' | 'year' | 'quarter'>>,
): Map<string, Quarter[]> {
  const byPaper = new Map<string, Quarter[]>()
  for (const { documentId, year, quarter } of mappings) {
    if (documentId === undefined || year === undefined || quarter === undefined) continue
    const quarters = byPaper.get(documentId) ?? []
    if (quarters.some((other) => other.year === year && other.quarter === quarter)) continue
    byPaper.set(
      documentId,
      [...quarters, { year, quarter }].toSorted((a, b) => compareQuarters(b, a)),
    )
  }
  return byPaper
}
