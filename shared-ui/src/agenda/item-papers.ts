import type { AgendaItem } from '@portal/contract/agendas'
import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { pagesProblem } from '@portal/domain/item-papers'
import { isListedPaper, isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { isMaterialType, type MeetingSlot, slotName } from '@portal/domain/slot-names'
import { paperProblemSentences } from '@portal/domain/paper-problem'
import { contentKindOf, type PaperKind } from '../paper-kind.ts'

/** An item's paper with what its slot shows. */
export type NamedPaper = {
  materialType: string
  name: string
  /** Undefined if the slot shows nothing. */
  kind: PaperKind | undefined
  /** "3–5, 9"; absent for the whole paper. */
  pages?: string | undefined
  /** How many pages the paper has, if they can be counted. */
  pageCount?: number | undefined
  /** Why members don't find it under the item, or not these pages; for admins. */
  problem?: string | undefined
  /** Whether members find it under the item. */
  isShown: boolean
}

type Mappings = Record<string, ResourceMapping>

/** An item's papers in its order. `mappings` are those that the reader sees. */
export function namedPapers(
  papers: NonNullable<AgendaItem['papers']>,
  meeting: MeetingRef,
  mappings: Mappings,
): NamedPaper[] {
  return papers.map((paper) => ({ ...paper, ...slotContent(paper, meeting, mappings) }))
}

function slotContent(
  { materialType, pages = '' }: NonNullable<AgendaItem['papers']>[number],
  meeting: MeetingRef,
  mappings: Mappings,
): Omit<NamedPaper, 'materialType' | 'pages'> {
  const slot = slotOfPaper(meeting, materialType)
  if (!slot) {
    const problem = 'It isn’t available: this release of the portal doesn’t know its slot.'
    return { name: materialType, kind: undefined, problem, isShown: false }
  }
  const mapping = mappings[mappingId(slot)]
  const name = mapping?.title?.trim() || slotName(slot)
  const kind = mapping && contentKindOf(mapping)
  if (mapping?.active && mapping.problem) {
    const problem = paperProblemSentences[mapping.problem]
    return { name, kind: undefined, problem, isShown: false }
  }
  if (!mapping || !kind) {
    const why = mapping?.documentId
      ? 'its document is no longer in the drive'
      : 'nothing is mapped to its slot'
    return { name, kind: undefined, problem: `It isn’t available: ${why}.`, isShown: false }
  }
  const pageCount = mapping.document?.pages
  const known = { name, kind, pageCount }
  if (!mapping.active) {
    return { ...known, problem: 'Members don’t see it: its slot is inactive.', isShown: false }
  }
  return { ...known, problem: pagesProblem(pages, pageCount), isShown: true }
}

/** Undefined if this release doesn't know the slot. */
function slotOfPaper(meeting: MeetingRef, materialType: string): MeetingSlot | undefined {
  if (!isQuarterly(meeting)) {
    return isListedPaper(materialType) ? { kind: 'meeting', ...meeting, materialType } : undefined
  }
  const { year, quarter } = meeting
  return isMaterialType(materialType) ? { kind: 'meeting', year, quarter, materialType } : undefined
}
