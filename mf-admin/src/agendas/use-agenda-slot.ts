import { agendaSlot } from '@portal/domain/slot-names'
import type { ResourceMapping } from '@portal/contract/mappings'
import type { Quarter } from '@portal/domain/quarter'
import { mappingId } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { editedMappingsQuery } from '../shared/quarter-queries.ts'

/** The slot that leads members to a quarter's agenda, once it has been read. */
export type AgendaSlot = {
  mapping: ResourceMapping | undefined
  isPending: boolean
  isKnown: boolean
}

export function useAgendaSlot(quarter: Quarter): AgendaSlot {
  const { call } = usePortal()
  const { data, isPending } = useQuery(editedMappingsQuery(call))
  const mapping = data?.[mappingId(agendaSlot(quarter))]
  return { mapping, isPending, isKnown: data !== undefined }
}
