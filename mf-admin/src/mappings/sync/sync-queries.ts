import { type Call, isApiError } from '@portal/remote-kit/client'
import {
  confirmRemovals,
  getSyncStatus,
  heldRemovals,
  type SyncStatus,
  syncPoll,
  triggerSync,
} from '@portal/contract/sync'
import { documentsKey } from '@portal/remote-kit/queries/documents'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { queryOptions, useQueryClient } from '@portal/remote-kit/query'
import { isEditConflict, errorMessage } from '../../shared/api-errors.ts'
import { adminQuery, useChange } from '../../shared/queries.ts'

const syncKey = ['admin', 'sync']

export function syncStatusQuery(call: Call) {
  return queryOptions({
    ...adminQuery(call, getSyncStatus, syncKey),
    // A run that somebody else has started is polled, too.
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? syncPoll.interval : false),
  })
}

/** Whether the status changes without an action here. */
function isUnderWay(status: SyncStatus | undefined): boolean {
  return status?.status === 'running' || status?.removing !== undefined
}

/** The two calls that a screen needs to start a sync and to follow it. */
export function syncCalls(call: Call, signal: AbortSignal) {
  return {
    trigger: () => call(triggerSync, {}, { signal }),
    status: () => call(getSyncStatus, {}, { signal }),
  }
}

/** Removes the held papers of this revision of their list. If the list has changed, the current one is shown. */
export function useConfirmRemovals() {
  const client = useQueryClient()
  return useChange((call, revision: number) => call(confirmRemovals, { revision }), {
    supersedes: syncKey,
    onSuccess: (status) => client.setQueryData<SyncStatus>(syncKey, status),
    onError: (error) => {
      const held = presentList(error)
      if (held) client.setQueryData<SyncStatus>(syncKey, (old) => old && { ...old, held })
      else void client.invalidateQueries({ queryKey: syncKey })
    },
    staleShared: [documentsKey, mappingsKey],
  })
}

function presentList(error: unknown) {
  if (!isApiError(error) || !isEditConflict(error)) return undefined
  return heldRemovals.safeParse(error.current).data
}

export type RemovalFailure =
  | { kind: 'changed' }
  /** Nothing is left to remove. */
  | { kind: 'settled'; sentence: string }
  | { kind: 'refused'; sentence: string }

export function removalFailure(error: unknown): RemovalFailure {
  if (presentList(error)) return { kind: 'changed' }
  const sentence = errorMessage(error) ?? 'The papers could not be removed. Please try again.'
  const isSettled = isApiError(error) && error.code === 'conflict'
  return { kind: isSettled ? 'settled' : 'refused', sentence }
}
