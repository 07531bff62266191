import type { Call } from '@portal/contract/client'
import { type FoundKind, foundKinds, searchEverything } from '@portal/contract/search-everything'
import type { Quarter } from '@portal/domain/quarter'
import { queryOptions } from '@portal/remote-kit/query'

export type Search = {
  words: string
  kind?: FoundKind | undefined
  quarter?: Quarter | undefined
  /** How many results are shown at most. */
  limit: number
}

/** The maximum length of the words. */
export const maxWords = 200

/** The results for words. A request that newer words have replaced is cancelled. */
export function everythingQuery(call: Call, { words, kind, quarter, limit }: Search) {
  const kinds = kind ?? foundKinds.join(',')
  const query = { q: words, kinds, year: quarter?.year, quarter: quarter?.quarter, limit }
  return queryOptions({
    queryKey: ['shell', 'search', words, query],
    queryFn: ({ signal }) => call(searchEverything, { query }, { signal }),
    enabled: words !== '' && words.length <= maxWords,
    staleTime: 5_000,
    // Typing makes many of them.
    gcTime: 5 * 60_000,
    // The counts by kind of the same words stay while another kind is loaded.
    placeholderData: (before, earlier) => (earlier?.queryKey[2] === words ? before : undefined),
  })
}
