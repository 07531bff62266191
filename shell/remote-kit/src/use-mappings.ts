import type { ResourceMapping } from '@portal/contract/mappings'
import type { Quarter } from '@portal/domain/quarter'
import type { Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import {
  amongLatest,
  latestMappingsQuery,
  quarterMappingsQuery,
} from '@portal/remote-kit/queries/mappings'
import { useQuery, useQueryClient, type UseQueryResult } from '@portal/remote-kit/query'

type Mappings = Record<string, ResourceMapping>

/**
 * The mappings of a quarter's slots, by id; without a quarter it stays pending. Those of a new quarter are shown at once if
 * the latest ones are loaded, and refetched.
 */
export function useQuarterMappings(quarter: Quarter | undefined): UseQueryResult<Mappings> {
  const { call } = usePortal()
  const client = useQueryClient()
  return useQuery({
    ...quarterMappingsQuery(call, quarter ?? { year: 0, quarter: 0 }),
    enabled: quarter !== undefined,
    initialData: () => quarter && amongLatest(client, quarter),
    initialDataUpdatedAt: 0,
  })
}

/** The mappings that a slot's is among, by id. */
export function useSlotMappings(slot: Slot): UseQueryResult<Mappings> {
  const { call } = usePortal()
  const isOfQuarter = slot.kind === 'meeting'
  const ofQuarter = useQuarterMappings(isOfQuarter ? slot : undefined)
  const latest = useQuery({ ...latestMappingsQuery(call), enabled: !isOfQuarter })
  return isOfQuarter ? ofQuarter : latest
}
