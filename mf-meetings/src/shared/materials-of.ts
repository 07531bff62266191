import { durationText, totalMinutes } from '@portal/domain/agenda-item'
import type { Agenda } from '@portal/contract/agendas'
import type { FirstPage } from '@portal/contract/documents'
import type { ResourceMapping } from '@portal/contract/mappings'
import { paperProblemSentences } from '@portal/domain/paper-problem'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { mappingId } from '@portal/domain/ids'
import { papersOfMeeting } from '@portal/domain/quarter-papers'
import { agendaSlot, type MeetingSlot, slotName } from '@portal/domain/slot-names'
import { agendaNeedsSlot } from '@portal/domain/slot-source'
import { contentKindOf, paperFacts, type PaperKind } from '@portal/shared-ui/paper-kind'

/** A paper of a meeting, as the list shows it. */
export type Material = {
  /** Its slot's type, or its key in the list of a meeting that isn't a quarterly one. */
  type: string
  slot: MeetingSlot
  name: string
  kind: PaperKind
  mapping: ResourceMapping
}

/** The meeting's papers in their order. Inactive and unmapped ones are hidden. */
export function materialsOf(
  mappings: Record<string, ResourceMapping>,
  meeting: MeetingRef,
): Material[] {
  return papersOfMeeting(meeting, mappings).flatMap((slot) => {
    const mapping = mappings[mappingId(slot)]
    const kind = mapping?.active ? contentKindOf(mapping) : undefined
    if (!mapping || !kind) return []
    return [
      {
        type: slot.materialType,
        slot,
        name: mapping.title?.trim() || slotName(slot),
        kind,
        mapping,
      },
    ]
  })
}

/**
 * A meeting's papers with its published native agenda first. A quarter's agenda is one of its papers already, unless it
 * isn't shown, and so is any meeting's that comes from the drive.
 */
export function withAgenda(
  mappings: Record<string, ResourceMapping>,
  meeting: MeetingRef,
  agenda: Pick<Agenda, 'status' | 'updatedAt'> | undefined,
): Material[] {
  const materials = materialsOf(mappings, meeting)
  const slot = agendaSlot(meeting)
  const isListed = agendaNeedsSlot(meeting, mappings[mappingId(slot)])
  if (isListed || agenda?.status !== 'published') return materials
  const type = slot.materialType
  const { updatedAt } = agenda
  const mapping = {
    id: mappingId(slot),
    active: true,
    mode: 'native',
    updatedAt,
    revision: 0,
  } as const
  return [{ type, slot, name: 'Agenda', kind: 'agenda', mapping }, ...materials]
}

/** Whether one of the papers is the meeting's native agenda, which has its own query. */
export function hasAgenda(materials: Material[]): boolean {
  return materials.some(({ kind }) => kind === 'agenda')
}

/** What a slot shows. */
type Content = Pick<Material, 'kind' | 'mapping'>

/** "PDF · 12 pages", "Agenda · 3 h": the kind in a word, and its length. */
export function factsOf({ kind, mapping }: Content, agenda?: Pick<Agenda, 'items'>): string {
  if (kind === 'agenda') {
    const minutes = agenda && totalMinutes(agenda.items)
    return minutes ? `Agenda · ${durationText(minutes)}` : 'Agenda'
  }
  if (kind === 'page') return mapping.embedType === 'airtable' ? 'Web page · Airtable' : 'Web page'
  if (mapping.problem) return paperProblemSentences[mapping.problem]
  return paperFacts(kind, mapping.document?.pages)
}

/** When the paper itself last changed, ISO 8601; unknown for embeds and native agendas. */
export function changedAt({ kind, mapping }: Content): string | undefined {
  if (kind === 'agenda' || kind === 'page') return undefined
  return mapping.document?.modifiedTime
}

/** The papers before and after one in the list. */
export function neighborsOf(materials: Material[], type: string) {
  const index = materials.findIndex((material) => material.type === type)
  return { previous: materials[index - 1], next: materials[index + 1] }
}

/** The first page of the paper, for its preview; undefined for embeds and native agendas. */
export function firstPageOf({ kind, mapping }: Content): FirstPage | undefined {
  return kind === 'agenda' || kind === 'page' ? undefined : mapping.document?.firstPage
}

/** Whether it is a paper that the portal's viewer opens: not an agenda, and not a web page. */
export function isDocument({ kind, mapping }: Content): boolean {
  return kind !== 'agenda' && kind !== 'page' && mapping.document !== undefined
}
