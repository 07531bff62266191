import type { Call } from '@portal/contract/client'
import { listMappings } from '@portal/contract/mappings'
import { queryOptions } from '@portal/remote-kit/query'

/** Which paper stands in which slot. Asked for again on focus, so that a fresh mapping shows without a reload. */
export function mappingsQuery(call: Call) {
  return queryOptions({
    queryKey: ['mappings'],
    queryFn: ({ signal }) => call(listMappings, {}, { signal }),
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}
