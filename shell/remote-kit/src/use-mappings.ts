import { isQuarterly, isSameMeeting, type MeetingRef } from '@portal/domain/meeting-ref'
import { latestQuarters, type ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import type { Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import {
  latestMappingsKey,
  latestMappingsQuery,
  quarterMappingsQuery,
} from '@portal/remote-kit/queries/mappings'
import { useQuery, useQueryClient, type UseQueryResult } from '@portal/remote-kit/query'
import type { QueryClient } from '@tanstack/react-query'

type Mappings = Record<string, ResourceMapping>

/**
 * The mappings of a meeting's papers, by id; pending without a meeting. A new quarter's mappings are shown at once, and
 * refetched, if the latest mappings are loaded.
 */
export function useQuarterMappings(
  quarter: MeetingRef | undefined,
  /** How often they are refetched while the page is visible, in ms; by default, never. */
  refresh: { refetchInterval?: number } = {},
): UseQueryResult<Mappings> {
  const { call } = usePortal()
  const client = useQueryClient()
  return useQuery({
    ...quarterMappingsQuery(call, quarter ?? { year: 0, quarter: 0 }),
    enabled: quarter !== undefined,
    initialData: () => quarter && amongLatest(client, quarter),
    initialDataUpdatedAt: 0,
    ...refresh,
  })
}

/** The mappings that include a slot's, by id. */
export function useSlotMappings(slot: Slot): UseQueryResult<Mappings> {
  const { call } = usePortal()
  const isOfQuarter = slot.kind === 'meeting'
  const ofQuarter = useQuarterMappings(isOfQuarter ? slot : undefined)
  const latest = useQuery({ ...latestMappingsQuery(call), enabled: !isOfQuarter })
  return isOfQuarter ? ofQuarter : latest
}

/** A quarter's mappings, if they are among the latest mappings and these are loaded. */
function amongLatest(
  client: Pick<QueryClient, 'getQueryData'>,
  quarter: MeetingRef,
): Mappings | undefined {
  if (!isQuarterly(quarter)) return undefined

  const latest = client.getQueryData<Mappings>(latestMappingsKey)
  if (!latest) return undefined
  const slots = Object.keys(latest).map((id) => ({ id, slot: slotOf(id) }))
  const quarters = slots.flatMap(({ slot }) =>
    slot?.kind === 'meeting' && isQuarterly(slot) ? [slot] : [],
  )
  const ids = new Set(quarters.map((listed) => listed.year * 4 + listed.quarter))
  // Older quarters may be incomplete, because only recently changed slots are included.
  const oldest = [...ids].toSorted((a, b) => b - a)[latestQuarters - 1]
  if (oldest !== undefined && quarter.year * 4 + quarter.quarter < oldest) return undefined
  return Object.fromEntries(
    slots.flatMap(({ id, slot }) =>
      slot?.kind === 'meeting' && isSameMeeting(slot, quarter) ? [[id, latest[id]!]] : [],
    ),
  )
}
