import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { everythingQuery, maxWords, type Search } from './everything-query.ts'
import { useSettled } from './use-settled.ts'

type Filters = Omit<Search, 'words'>

export type SearchState = ReturnType<typeof useSearch>

/** A search for what is typed, once typing pauses. */
export function useSearch(typed: string, filters: Filters) {
  const { call } = usePortal()
  const wanted = typed.trim()
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
    /** What is known is the answer to another question. */
    isOutdated: wanted !== words || query.isPlaceholderData,
  }
}
