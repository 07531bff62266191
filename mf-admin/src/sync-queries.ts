import type { Call } from '@portal/contract/client'
import { getSyncStatus, triggerSync } from '@portal/contract/sync'
import { queryOptions } from '@portal/remote-kit/query'

export function syncStatusQuery(call: Call) {
  return queryOptions({
    queryKey: ['sync'],
    queryFn: ({ signal }) => call(getSyncStatus, {}, { signal }),
    // The time of the last sync is news on every visit.
    refetchOnMount: 'always',
  })
}

/** The two calls that a screen needs to start a sync and to follow it. */
export function syncCalls(call: Call, signal: AbortSignal) {
  return {
    trigger: () => call(triggerSync, {}, { signal }),
    status: () => call(getSyncStatus, {}, { signal }),
  }
}
