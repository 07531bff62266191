import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { everythingQuery, maxWords, type Search } from './everything-query.ts'
import { useSettled } from './use-settled.ts'

type Filters = Omit<Search, 'words'>

export type SearchState = ReturnType<typeof useSearch>

/** A search for what is typed, once typing pauses. */
export function useSearch(typed: string, filters: Filters) {
  const { call, person } = usePortal()
  // The API refuses it: the results have the caller's own notes among them.
  const isRefused = person.viewsAs !== undefined
  const wanted = isRefused ? '' : typed.trim()
  const { settled: words, settle } = useSettled(wanted)
  const query = useQuery(everythingQuery(call, { ...filters, words }))
  const isTooLong = wanted.length > maxWords
  return {
    words,
    query,
    settle,
    /** Nothing is searched for. */
    isIdle: wanted === '' || isTooLong,
    isTooLong,
    /** An admin views the portal as a member. */
    isRefused,
    /** What is known is the answer to another question. */
    isOutdated: wanted !== words || query.isPlaceholderData,
  }
}
