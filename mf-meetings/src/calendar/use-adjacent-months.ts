import { usePortal } from '@portal/remote-kit/portal'
import { useQueryClient } from '@portal/remote-kit/query'
import { useEffect } from 'react'
import { monthEventsQuery } from '../shared/calendar-queries.ts'
import { type Month, monthAfter, monthKey, parseMonth } from '../shared/months.ts'

/**
 * Prefetches the previous and next month once a month is shown, so that stepping shows their events
 * at once.
 */
export function useAdjacentMonths(month: Month, shown: boolean): void {
  const { call } = usePortal()
  const queries = useQueryClient()
  const key = monthKey(month)
  useEffect(() => {
    const middle = parseMonth(key)
    if (!shown || !middle) return
    for (const step of [1, -1]) {
      void queries.prefetchQuery(monthEventsQuery(call, monthAfter(middle, step)))
    }
  }, [call, queries, key, shown])
}
