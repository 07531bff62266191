import type { Call } from '@portal/remote-kit/client'
import { search } from '@portal/contract/search'
import { keepPreviousData, queryOptions } from '@portal/remote-kit/query'

/**
 * Papers by words of their names, folders and pages; the previous results stay until the answer
 * arrives.
 */
export function searchQuery(call: Call, q: string) {
  return queryOptions({
    queryKey: ['governance', 'search', q],
    queryFn: ({ signal }) => call(search, { query: { q } }, { signal }),
    staleTime: 5_000,
    // Typing makes many of them.
    gcTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  })
}
