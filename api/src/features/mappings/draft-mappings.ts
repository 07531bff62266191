import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { draftTitle } from '@portal/domain/member-view'
import { agendaSlot, isAgendaSlot, type Slot, slotName } from '@portal/domain/slot-names'
import { sourceOf } from '@portal/domain/slot-source'
import type { AgendasService } from '../agendas/agendas-feature.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'
import { shownMapping } from './stored-mapping.ts'

type Parts = {
  inMemory: Pick<MappingsInMemory, 'get'>
  agendas: Pick<AgendasService, 'published' | 'draft' | 'draftQuarters'>
}

/** Slots that members don't see yet, as they will see them. */
export function createDraftMappings({ inMemory, agendas }: Parts) {
  /** Mappings for the draft agendas whose slot has none. */
  const allUnmapped = (): ResourceMapping[] =>
    agendas.draftQuarters().flatMap((quarter) => {
      const id = mappingId(agendaSlot(quarter))
      const draft = agendas.draft(quarter)
      if (!draft || inMemory.get(id)) return []
      const { updatedAt } = draft
      return [shownMapping({ id, active: false, revision: 0, updatedAt }, undefined)]
    })

  return {
    /** The mapping as if it were published, and marked; undefined if there would be nothing to see. */
    asDraft(slot: Slot, mapping: ResourceMapping): ResourceMapping | undefined {
      const quarter = slot.kind === 'meeting' && isAgendaSlot(slot) ? slot : undefined
      const draft = quarter && agendas.draft(quarter)
      const agenda = quarter && (draft ?? agendas.published(quarter))
      // Publishing the draft makes it the source of a slot without one.
      const source = sourceOf(mapping) ?? (draft && 'native')
      if (source === undefined || (source === 'native' && !agenda)) return undefined
      return {
        ...mapping,
        ...(source === 'native' && agenda
          ? { mode: 'native', modifiedTime: agenda.updatedAt }
          : {}),
        title: draftTitle(mapping.title?.trim() || slotName(slot)),
        active: true,
        draft: true,
      }
    },
    allUnmapped,
    unmapped: (id: string) => allUnmapped().find((mapping) => mapping.id === id),
  }
}
