import type { PaperMapping, PaperOutcome } from '@portal/contract/meetings'
import type { Person } from '@portal/contract/portal'
import { mappingId } from '@portal/domain/ids'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { isListed, slotName } from '@portal/domain/slot-names'
import * as z from 'zod/mini'
import { authorOf, recordChange } from '../../platform/audit/record-change.ts'
import { Refusal } from '../../refusal.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import { isSameBody } from '../../platform/store/stored-body.ts'
import type { ClosedSlots } from './closed-slots.ts'
import { applyMappingChange, slotOfType } from './mapping-change.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'
import { mappingsCollection, storedMapping } from './stored-mapping.ts'

type Mapping = {
  papers: PaperMapping[]
  quarter: MeetingRef
  shownOf: MappingsInMemory['shownOf']
  closed: Pick<ClosedSlots, 'document'>
  by: Person
  at: Date
}

/** Refuses two papers for one slot. */
export function refuseSharedSlots(papers: readonly PaperMapping[], quarter: MeetingRef): void {
  const seen = new Set<string>()
  for (const { materialType } of papers) {
    if (seen.has(materialType)) {
      const slot = slotOfType(quarter, materialType)
      const name = isListed(slot) ? 'a place in the list' : slotName(slot)
      throw new Refusal('invalid', `Only one paper can be mapped to ${name}.`)
    }
    seen.add(materialType)
  }
}

/** Maps each paper whose slot hasn't changed since its revision, and reports what happened to each. */
export async function mapPapersIn(
  transaction: StoreOperations,
  { papers, quarter, shownOf, closed, by, at }: Mapping,
): Promise<PaperOutcome[]> {
  // In a transaction every read comes before the first write.
  const slots = await Promise.all(
    papers.map(async (paper) => {
      const slot = slotOfType(quarter, paper.materialType)
      const id = mappingId(slot)
      const current = await mappingsCollection.raw(transaction).get(id)
      const isStale = (current?.revision ?? 'new') !== paper.revision
      const currentBy = isStale ? await authorOf(transaction, id, current) : undefined
      return { paper, slot, id, current, isStale, currentBy }
    }),
  )
  const outcomes: PaperOutcome[] = []
  for (const { paper, slot, id, current, isStale, currentBy } of slots) {
    const { materialType, documentId, title } = paper
    const report = (outcome: PaperOutcome['outcome'], stored = current) =>
      outcomes.push({
        materialType,
        documentId,
        outcome,
        ...(stored ? { mapping: shownOf(stored) } : {}),
        ...(outcome === 'stale' && currentBy !== undefined ? { by: currentBy } : {}),
      })
    const document = closed.document(by, slot, documentId)
    if (!document) {
      report('gone')
      continue
    }
    const before = current && z.parse(storedMapping, current)
    const change = {
      document: { id: documentId, mimeType: document.mime_type, name: document.name },
      ...(title === undefined ? {} : { title }),
    }
    const after = applyMappingChange(before, slot, change, at)
    // A repeated request gets its first outcome.
    if (before && isSameBody(before, after)) report('mapped')
    else if (isStale) report('stale')
    else {
      const written = await mappingsCollection.raw(transaction).put(id, after, current)
      await recordChange(transaction, { at, by, what: 'mapping saved', subject: id, before, after })
      report('mapped', written)
    }
  }
  return outcomes
}
