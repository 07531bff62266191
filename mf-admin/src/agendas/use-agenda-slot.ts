import { agendaSlot } from '@portal/domain/slot-names'
import type { ResourceMapping } from '@portal/contract/mappings'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { mappingId } from '@portal/domain/ids'
import { agendaMappingOf } from '@portal/domain/slot-source'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { meetingMappingsQuery } from '../shared/quarter-queries.ts'

/** Of the slot's mapping, what decides which agenda members see. */
export type AgendaMapping = Pick<ResourceMapping, 'active' | 'mode' | 'embedUrl' | 'document'>

/** The slot that leads members to a meeting's agenda, once it has been read. */
export type AgendaSlot = {
  mapping: AgendaMapping | undefined
  isPending: boolean
  isKnown: boolean
}

export function useAgendaSlot(meeting: MeetingRef): AgendaSlot {
  const { call } = usePortal()
  const { data, isPending } = useQuery(meetingMappingsQuery(call, meeting))
  const stored = data?.[mappingId(agendaSlot(meeting))]
  return {
    mapping: data && agendaMappingOf(meeting, stored),
    isPending,
    isKnown: data !== undefined,
  }
}
