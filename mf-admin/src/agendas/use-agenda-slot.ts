import { agendaSlot } from '@portal/domain/slot-names'
import type { ResourceMapping } from '@portal/contract/mappings'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { mappingId } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { editedMappingsQuery } from '../shared/quarter-queries.ts'

/** Of the slot's mapping, what decides which agenda members see. */
export type AgendaMapping = Pick<ResourceMapping, 'active' | 'mode' | 'embedUrl' | 'document'>

/** The slot that leads members to a meeting's agenda, once it has been read. */
export type AgendaSlot = {
  mapping: AgendaMapping | undefined
  isPending: boolean
  isKnown: boolean
}

/** A meeting that isn't a quarterly one has its agenda without a slot: members see it once it is published. */
const withoutSlot = { active: true, mode: 'native' } as const

export function useAgendaSlot(meeting: MeetingRef): AgendaSlot {
  const { call } = usePortal()
  const isInSlot = isQuarterly(meeting)
  const { data, isPending } = useQuery({ ...editedMappingsQuery(call), enabled: isInSlot })
  if (!isInSlot) return { mapping: withoutSlot, isPending: false, isKnown: true }
  const mapping = data?.[mappingId(agendaSlot(meeting))]
  return { mapping, isPending, isKnown: data !== undefined }
}
