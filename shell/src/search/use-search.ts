import { usePortal } from '@portal/remote-kit/portal'
import { useQuery, queryOptions } from '@portal/remote-kit/query'
import { useSettled } from '@portal/remote-kit/use-settled'
import type { Call } from '@portal/remote-kit/client'
import { type FoundKind, foundKinds, searchEverything } from '@portal/contract/search-everything'
import type { Quarter } from '@portal/domain/quarter'
import { pathOf } from '@portal/domain/path-of'
import { searchPath } from '../shell-paths.ts'

type Filters = Omit<Search, 'words'>

export type SearchState = ReturnType<typeof useSearch>

/** Searches for the typed text once typing pauses. */
export function useSearch(typed: string, filters: Filters) {
  const { call, person } = usePortal()
  // The API refuses a member view, because results include the caller's own notes.
  const isRefused = person.viewsAs !== undefined
  const wanted = isRefused ? '' : typed.trim()
  const { settled: words, settle } = useSettled(wanted)
  const query = useQuery(everythingQuery(call, { ...filters, words }))
  const isTooLong = wanted.length > maxWords
  return {
    words,
    query,
    settle,
    /** Whether there is nothing to search for. */
    isIdle: wanted === '' || isTooLong,
    isTooLong,
    /** Whether an admin views the portal as a member. */
    isRefused,
    /** Whether the results belong to an earlier search. */
    isOutdated: wanted !== words || query.isPlaceholderData,
  }
}

type Search = {
  words: string
  kind?: FoundKind | undefined
  quarter?: Quarter | undefined
  /** The id of a body: only what belongs to its meetings. */
  body?: string | undefined
  /** Maximum number of results. */
  limit: number
}

/** Maximum length of the search text. */
export const maxWords = 200

/** Searches the portal. A request is canceled when newer words replace it. */
function everythingQuery(call: Call, { words, kind, quarter, body, limit }: Search) {
  const kinds = kind ?? foundKinds.join(',')
  const { year, quarter: number } = quarter ?? {}
  const query = { q: words, kinds, year, quarter: number, body, limit }
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

/** The address of all results for these words, without filters. */
export function searchAddress(words: string): string {
  return pathOf(searchPath, {}, { q: words })
}
