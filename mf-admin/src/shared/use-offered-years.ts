import { isQuarterly } from '@portal/domain/meeting-ref'
import { offeredYears, type Quarter } from '@portal/domain/quarter'
import { slotOf } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { agendasQuery, editedMappingsQuery } from './quarter-queries.ts'

/** The years to choose from: those with a slot that is set up or with an agenda too, and the shown one. */
export function useOfferedYears(shown: Quarter, now: Quarter): number[] {
  const { call } = usePortal()
  const { data: mappings = {} } = useQuery(editedMappingsQuery(call))
  const { data: agendas = [] } = useQuery(agendasQuery(call))
  const ofSlots = Object.keys(mappings).flatMap((id) => {
    const slot = slotOf(id)
    return slot?.kind === 'meeting' && isQuarterly(slot) ? [slot.year] : []
  })
  return offeredYears(now.year, [shown.year, ...ofSlots, ...agendas.map(({ year }) => year)])
}
