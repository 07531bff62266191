import type { Call } from '../client.ts'
import { listMappings, listQuarters } from '@portal/contract/mappings'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

/** Invalidating it also invalidates the latest mappings and the mappings of quarters. */
export const mappingsKey = sharedKey(['mappings'])
export const latestMappingsKey = sharedKey(['mappings', 'latest'])

/** Refetched on focus, so that a new mapping shows without a reload. */
const fresh = { staleTime: 5_000, refetchOnWindowFocus: true }

/** The paper of each slot of every quarter. For admins only, because the list grows over the years. */
export function mappingsQuery(call: Call) {
  return queryOptions({
    queryKey: mappingsKey,
    queryFn: ({ signal }) => call(listMappings, {}, { signal }),
    ...fresh,
  })
}

/** The paper of each slot that has no quarter, of the newest quarters, and those of any meeting that changed last. */
export function latestMappingsQuery(call: Call) {
  return queryOptions({
    queryKey: latestMappingsKey,
    queryFn: ({ signal }) =>
      call(listMappings, { query: { latest: 'true', others: 'true' } }, { signal }),
    ...fresh,
  })
}

/** The papers of a meeting. */
export function quarterMappingsQuery(call: Call, of: MeetingRef) {
  const query = isQuarterly(of) ? { year: of.year, quarter: of.quarter } : { meeting: of.meeting }
  return queryOptions({
    queryKey: sharedKey(['mappings', ...Object.values(query)]),
    queryFn: ({ signal }) => call(listMappings, { query }, { signal }),
    ...fresh,
  })
}

/** The years with materials for the reader, and the quarters of one with the nearest around it, newest first. */
export function quartersQuery(call: Call, year: number) {
  return queryOptions({
    queryKey: sharedKey(['mappings', 'quarters', year]),
    queryFn: ({ signal }) => call(listQuarters, { query: { year } }, { signal }),
    ...fresh,
  })
}
