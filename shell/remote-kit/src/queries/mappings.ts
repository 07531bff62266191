import type { Call } from '@portal/contract/client'
import { latestQuarters, listMappings, type ResourceMapping } from '@portal/contract/mappings'
import { listQuarters } from '@portal/contract/meetings'
import { slotOf } from '@portal/domain/ids'
import { compareQuarters, type Quarter } from '@portal/domain/quarter'
import { queryOptions } from '@portal/remote-kit/query'
import type { QueryClient } from '@tanstack/react-query'
import { sharedKey } from './shared-key.ts'

/** Invalidating it reaches the latest mappings and those of quarters, too. */
export const mappingsKey = sharedKey(['mappings'])
const latestKey = sharedKey(['mappings', 'latest'])

/** Refetched on focus, so that a new mapping shows without a reload. */
const fresh = { staleTime: 5_000, refetchOnWindowFocus: true }

/** The paper of each slot of every quarter: for admins, because it grows with the years. */
export function mappingsQuery(call: Call) {
  return queryOptions({
    queryKey: mappingsKey,
    queryFn: ({ signal }) => call(listMappings, {}, { signal }),
    ...fresh,
  })
}

/** The paper of each slot that has no quarter, of the newest quarters, and those that changed last. */
export function latestMappingsQuery(call: Call) {
  return queryOptions({
    queryKey: latestKey,
    queryFn: ({ signal }) => call(listMappings, { query: { latest: 'true' } }, { signal }),
    ...fresh,
  })
}

/** The paper of each of a quarter's slots. */
export function quarterMappingsQuery(call: Call, { year, quarter }: Quarter) {
  return queryOptions({
    queryKey: sharedKey(['mappings', year, quarter]),
    queryFn: ({ signal }) => call(listMappings, { query: { year, quarter } }, { signal }),
    ...fresh,
  })
}

/** The quarters with materials for the reader, newest first. */
export function quartersQuery(call: Call) {
  return queryOptions({
    queryKey: sharedKey(['mappings', 'quarters']),
    queryFn: async ({ signal }) => (await call(listQuarters, {}, { signal })).quarters,
    ...fresh,
  })
}

type Mappings = Record<string, ResourceMapping>

/** A quarter's mappings if they are among the latest ones, and these are loaded. */
export function amongLatest(
  client: Pick<QueryClient, 'getQueryData'>,
  quarter: Quarter,
): Mappings | undefined {
  const latest = client.getQueryData<Mappings>(latestKey)
  if (!latest) return undefined
  const slots = Object.keys(latest).map((id) => ({ id, slot: slotOf(id) }))
  const quarters = slots.flatMap(({ slot }) => (slot?.kind === 'meeting' ? [slot] : []))
  const ids = new Set(quarters.map((one) => one.year * 4 + one.quarter))
  // More than these are of older quarters, some of whose slots are missing.
  const oldest = [...ids].toSorted((a, b) => b - a)[latestQuarters - 1]
  if (oldest !== undefined && quarter.year * 4 + quarter.quarter < oldest) return undefined
  return Object.fromEntries(
    slots.flatMap(({ id, slot }) =>
      slot?.kind === 'meeting' && compareQuarters(slot, quarter) === 0 ? [[id, latest[id]!]] : [],
    ),
  )
}
