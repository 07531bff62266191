import type { Call } from '@portal/contract/client'
import { type FoundKind, foundKinds, searchEverything } from '@portal/contract/search-everything'
import type { Quarter } from '@portal/domain/quarter'
import { queryOptions } from '@portal/remote-kit/query'

export type Search = {
  words: string
  kind?: FoundKind | undefined
  quarter?: Quarter | undefined
  /** Maximum number of results. */
  limit: number
}

/** Maximum length of the search text. */
export const maxWords = 200

/** Searches the portal. A request is canceled when newer words replace it. */
export function everythingQuery(call: Call, { words, kind, quarter, limit }: Search) {
  const kinds = kind ?? foundKinds.join(',')
  const query = { q: words, kinds, year: quarter?.year, quarter: quarter?.quarter, limit }
  return queryOptions({
    queryKey: ['shell', 'search', words, query],
    queryFn: ({ signal }) => call(searchEverything, { query }, { signal }),
    enabled: words !== '' && words.length <= maxWords,
    staleTime: 5_000,
    // Typing creates many cache entries.
    gcTime: 5 * 60_000,
    // While another kind loads, the counts by kind of the same words stay.
    placeholderData: (before, earlier) => (earlier?.queryKey[2] === words ? before : undefined),
  })
}
