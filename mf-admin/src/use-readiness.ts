import type { Quarter } from '@portal/contract/quarter'
import { mappingId, type Slot, slotName } from '@portal/contract/slots'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { agendaQuery } from './agenda-queries.ts'
import { documentsQuery } from './document-queries.ts'
import type { Mappings } from './mapping-queries.ts'
import { isOptional } from './meeting-slots.ts'
import { type Readiness, readinessOf, shownBy } from './readiness.ts'

/** A slot as the readiness board shows it. */
export type BoardSlot = {
  id: string
  name: string
  shown: string | undefined
  readiness: Readiness
}

/** How far each slot is ready; `quarter` is the one whose agenda stands in a native slot. */
export function useReadiness(slots: Slot[], quarter: Quarter, mappings: Mappings): BoardSlot[] {
  const { call } = usePortal()
  const { data: documents } = useQuery(documentsQuery(call))
  const isNative = slots.some((slot) => mappings[mappingId(slot)]?.mode === 'native')
  const { data: agenda } = useQuery({ ...agendaQuery(call, quarter), enabled: isNative })
  return slots.map((slot) => {
    const id = mappingId(slot)
    const mapping = mappings[id]
    const readiness = readinessOf({
      mapping,
      document: documents?.find((document) => document.id === mapping?.documentId),
      agendaStatus: agenda?.status,
      optional: isOptional(slot),
    })
    return { id, name: slotName(slot), shown: shownBy(mapping), readiness }
  })
}
