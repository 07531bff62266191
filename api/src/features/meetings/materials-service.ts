import type { MeetingMaterial } from '@portal/contract/meetings'
import type { Person } from '@portal/contract/portal'
import { isQuarterly, type MeetingRef, quarterOfMeeting } from '@portal/domain/meeting-ref'
import { mappingId, meetingSlot } from '@portal/domain/ids'
import { isAgendaSlot, slotName } from '@portal/domain/slot-names'
import { agendaNeedsSlot } from '@portal/domain/slot-source'
import type { AgendasService } from '../agendas/agendas-feature.ts'
import type { DocumentsService } from '../documents/documents-feature.ts'
import type { MappingsService } from '../mappings/mappings-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'

export type MaterialsService = {
  /** The slot's content: native agenda, embed, document, in this order. */
  get: (person: Person, meeting: MeetingRef, materialType: string) => Promise<MeetingMaterial>
}

export type MaterialsParts = {
  mappings: Pick<MappingsService, 'get' | 'getUnchecked'>
  agendas: Pick<AgendasService, 'get'>
  documents: Pick<DocumentsService, 'get'>
  visibility: Pick<VisibilityService, 'mayReadSlot' | 'readerOf'>
}

export function createMaterialsService({
  mappings,
  agendas,
  documents,
  visibility,
}: MaterialsParts): MaterialsService {
  return {
    async get(person, meeting, materialType) {
      const of = {
        ...(isQuarterly(meeting) ? {} : { meeting: meeting.meeting }),
        ...quarterOfMeeting(meeting),
        materialType,
      }
      const slot = meetingSlot(meeting, materialType)
      if (!slot) throw materialNotFound()
      const id = mappingId(slot)
      if (isAgendaSlot(slot) && !agendaNeedsSlot(meeting, mappings.getUnchecked(id))) {
        const agenda = await agendas.get(person, meeting)
        return { id, ...of, title: slotName(slot), kind: 'native', agenda }
      }
      const reader = visibility.readerOf(person)
      // With drafts as if they were published.
      const isOfDrafts = reader.sight === 'drafts'
      const mapping = isOfDrafts ? mappings.get(person, id) : mappings.getUnchecked(id)
      if (!mapping || !visibility.mayReadSlot(reader, slot, mapping.active)) {
        throw materialNotFound()
      }
      const title = mapping.title ?? slotName(slot)
      const named = { id, ...of, title }
      if (mapping.mode === 'native') {
        // This refuses if it isn't published, or doesn't exist.
        const agenda = await agendas.get(person, meeting)
        return { ...named, kind: 'native', agenda }
      }
      const { embedUrl, embedType = 'others', document } = mapping
      if (embedUrl !== undefined) return { ...named, kind: 'embed', embedUrl, embedType }
      if (!document) throw materialNotFound()
      return { ...named, kind: 'document', document: await documents.get(person, document.id) }
    },
  }
}

function materialNotFound(): Refusal {
  return new Refusal('notFound', 'Material Not Found')
}
