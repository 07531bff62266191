import type { PaperProblem } from './paper-problem.ts'
import {
  agendaSlot,
  isAgendaSlot,
  isMaterialType,
  isOptional,
  type MeetingSlot,
  slotName,
} from './slot-names.ts'
import { mappingId } from './ids.ts'
import type { Quarter } from './quarter.ts'
import { isListedPaper, isQuarterly, type MeetingRef } from './meeting-ref.ts'
import { papersOfMeeting } from './quarter-papers.ts'
import { agendaMappingOf, sourceOf } from './slot-source.ts'

type ReviewedMapping = {
  active: boolean
  order?: number | undefined
  documentId?: string | undefined
  title?: string | undefined
  mode?: 'drive' | 'native' | undefined
  embedUrl?: string | undefined
  document?: { name: string } | undefined
  problem?: PaperProblem | undefined
  /** The quarter does without the slot while it shows nothing. */
  notNeeded?: boolean | undefined
}

type ReviewedAgenda = {
  status: 'draft' | 'published'
  title: string
  items: readonly {
    title: string
    papers?: readonly { materialType: string }[] | undefined
  }[]
}

/** A slot as members will see it; `content` is the agenda's title, the document's name or an address. */
export type ShownSlot = { materialType: string; name: string; content: string }

/** Something to look at before a meeting is published. */
export type ReviewProblem =
  | { kind: 'paper'; materialType: string; name: string; problem: PaperProblem }
  | { kind: 'empty' | 'inactive' | 'noItem'; materialType: string; name: string }
  | { kind: 'agendaDraft' | 'agendaMissing' }
  | { kind: 'itemWithoutPaper'; item: string; name: string }

export type QuarterReview = { shown: ShownSlot[]; problems: ReviewProblem[] }

type Reviewed = {
  meeting: MeetingRef
  /** Every mapping by id, inactive ones too. */
  mappings: Readonly<Record<string, ReviewedMapping | undefined>>
  agenda: ReviewedAgenda | undefined
  /** Whether the foundation does without the slot. */
  isSetAside: (slot: MeetingSlot) => boolean
}

type ReviewedQuarter = Omit<Reviewed, 'meeting'> & { quarter: Quarter }

/** @deprecated Use `reviewMeeting`. */
export function reviewQuarter({ quarter, ...rest }: ReviewedQuarter): QuarterReview {
  return reviewMeeting({ meeting: quarter, ...rest })
}

/** What members see of a meeting once it is published, in the order of its papers, and what is wrong with it. */
export function reviewMeeting({ meeting, mappings, agenda, isSetAside }: Reviewed): QuarterReview {
  const shown: ShownSlot[] = []
  const problems: ReviewProblem[] = []
  const ofAgenda = agendaMappingOf(meeting, mappings[mappingId(agendaSlot(meeting))])
  const isNative = sourceOf(ofAgenda) === 'native'
  // A native agenda of any other meeting needs no slot.
  if (isNative && !isQuarterly(meeting)) {
    if (agenda?.status === 'published') {
      shown.push({ materialType: 'agenda', name: 'Agenda', content: agenda.title })
    } else problems.push({ kind: agenda ? 'agendaDraft' : 'agendaMissing' })
  }
  const items = isNative && agenda?.status === 'published' ? agenda.items : []
  const named = new Set(
    items.flatMap(({ papers = [] }) => papers.map((paper) => paper.materialType)),
  )

  const papers = papersOfMeeting(meeting, mappings)
  for (const slot of papers) {
    const { materialType } = slot
    const mapping = mappings[mappingId(slot)]
    const of = { materialType, name: nameOf(slot, mappings) }
    const content = contentOf(mapping, agenda)
    if (mapping?.problem) problems.push({ kind: 'paper', ...of, problem: mapping.problem })
    else if (content === undefined) {
      if (isAgendaSlot(slot) && isNative) {
        problems.push({ kind: agenda ? 'agendaDraft' : 'agendaMissing' })
      } else if (
        !mapping?.notNeeded &&
        !isSetAside(slot) &&
        (mapping?.active || !isOptional(slot))
      ) {
        problems.push({ kind: 'empty', ...of })
      }
      continue
    }
    if (!mapping?.active) {
      problems.push({ kind: 'inactive', ...of })
      continue
    }
    if (content !== undefined) shown.push({ ...of, content })
    if (items.length > 0 && !isAgendaSlot(slot) && !named.has(materialType)) {
      problems.push({ kind: 'noItem', ...of })
    }
  }

  const seen = new Set<string>(shown.map((slot) => slot.materialType))
  for (const item of items) {
    for (const { materialType } of item.papers ?? []) {
      if (seen.has(materialType)) continue
      const slot = slotIn(meeting, materialType)
      const name = slot ? nameOf(slot, mappings) : materialType
      problems.push({ kind: 'itemWithoutPaper', item: item.title, name })
    }
  }
  return { shown, problems }
}

function slotIn(meeting: MeetingRef, materialType: string): MeetingSlot | undefined {
  if (!isQuarterly(meeting)) {
    return isListedPaper(materialType) ? { kind: 'meeting', ...meeting, materialType } : undefined
  }
  const { year, quarter } = meeting
  return isMaterialType(materialType) ? { kind: 'meeting', year, quarter, materialType } : undefined
}

function nameOf(slot: MeetingSlot, mappings: Reviewed['mappings']): string {
  return mappings[mappingId(slot)]?.title?.trim() || slotName(slot)
}

function contentOf(
  mapping: ReviewedMapping | undefined,
  agenda: ReviewedAgenda | undefined,
): string | undefined {
  const source = sourceOf(mapping)
  if (source === 'native') return agenda?.status === 'published' ? agenda.title : undefined
  if (source === 'embed') return mapping?.embedUrl
  return mapping?.document?.name
}
