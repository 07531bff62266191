import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { useSettled } from '@portal/remote-kit/use-settled'
import { everythingQuery, maxWords, type Search } from './everything-query.ts'

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
