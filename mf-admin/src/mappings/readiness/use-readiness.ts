import type { ResourceMapping } from '@portal/contract/mappings'
import { isQuarterly, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { mappingId } from '@portal/domain/ids'
import { isAgendaSlot, isOptional, type Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { meetingQuery } from '../../meetings/meetings-queries.ts'
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
  const status = useAgendaStatus(meeting, slots.some(isAgendaSlot))
  return slots.map((slot) => {
    const id = mappingId(slot)
    const mapping = mappings[id]
    const agendaStatus = isAgendaSlot(slot) ? status : undefined
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

/** Of the meeting's native agenda; undefined until it is known. */
function useAgendaStatus(meeting: MeetingRef, enabled: boolean): AgendaStatus | undefined {
  const { call } = usePortal()
  const isOfQuarter = isQuarterly(meeting)
  const quarters = useQuery({ ...agendasQuery(call), enabled: enabled && isOfQuarter })
  const other = useQuery({ ...meetingQuery(call, meeting), enabled: enabled && !isOfQuarter })
  if (!isOfQuarter) return other.data && (other.data.agenda ?? 'none')
  if (!quarters.data) return undefined
  return quarters.data.find(({ id }) => id === meetingId(meeting))?.status ?? 'none'
}
