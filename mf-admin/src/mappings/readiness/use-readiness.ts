import type { ResourceMapping } from '@portal/contract/mappings'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { mappingId } from '@portal/domain/ids'
import { isAgendaSlot, isOptional, type Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { agendasQuery, type Mappings } from '../../shared/quarter-queries.ts'

import { labelOf } from '../slots-of-tab.ts'
import { type AgendaStatus, contentName, type Readiness, readinessOf } from './readiness.ts'

/** A slot as the readiness board shows it. */
export type BoardSlot = {
  id: string
  slot: Slot
  name: string
  shown: string | undefined
  mapping: ResourceMapping | undefined
  /** Of the agenda's slot, if known. */
  agendaStatus: AgendaStatus | undefined
  readiness: Readiness
}

/** How ready each slot is; `meeting` is the one whose native agenda belongs to the agenda slot. */
export function useReadiness(slots: Slot[], meeting: MeetingRef, mappings: Mappings): BoardSlot[] {
  const { call } = usePortal()
  const { data: documents } = useQuery(documentsQuery(call))
  const { data: agendas } = useQuery({ ...agendasQuery(call), enabled: slots.some(isAgendaSlot) })
  const agenda = agendas?.find((candidate) => candidate.id === meetingId(meeting))
  return slots.map((slot) => {
    const id = mappingId(slot)
    const mapping = mappings[id]
    const agendaStatus = isAgendaSlot(slot) && agendas ? (agenda?.status ?? 'none') : undefined
    const readiness = readinessOf({
      mapping,
      document: documents?.find((document) => document.id === mapping?.documentId),
      agendaStatus,
      optional: isOptional(slot),
    })
    const shown = contentName(mapping)
    return { id, slot, name: labelOf(slot, mapping), shown, mapping, agendaStatus, readiness }
  })
}
