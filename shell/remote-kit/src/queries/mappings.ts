import type { Call } from '@portal/contract/client'
import { listMappings } from '@portal/contract/mappings'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

export const mappingsKey = sharedKey(['mappings'])

/** The paper of each slot. Refetched on focus, so that a new mapping shows without a reload. */
export function mappingsQuery(call: Call) {
  return queryOptions({
    queryKey: mappingsKey,
    queryFn: ({ signal }) => call(listMappings, {}, { signal }),
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}
