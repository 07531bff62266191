import { anySignal } from '@portal/domain/any-signal'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsKey } from '@portal/remote-kit/queries/documents'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useQuery, useQueryClient } from '@portal/remote-kit/query'
import { useScreenSignal } from '@portal/remote-kit/screen-signal'
import { useEffect, useRef, useState } from 'react'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { followSync, type SyncOutcome } from './follow-sync.ts'
import { syncCalls, syncStatusQuery } from './sync-queries.ts'

export type Sync = ReturnType<typeof useSync>

/**
 * The drive's sync: its status, and a function that starts or joins a run and resolves with its
 * result.
 */
export function useSync() {
  const { call } = usePortal()
  const client = useQueryClient()
  const endRights = useEndRights()
  const [following, setFollowing] = useState(false)
  const left = useScreenSignal()
  const query = syncStatusQuery(call)
  const status = useQuery({
    ...query,
    // A followed run is polled by its follower.
    ...(following && { refetchInterval: false as const }),
  })

  const endedAt = status.data && (status.data.last_sync_time ?? 'never')
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (seen.current !== undefined && endedAt !== seen.current) {
      void invalidateShared(client, documentsKey)
      void invalidateShared(client, mappingsKey)
    }
    seen.current = endedAt
  }, [client, endedAt])

  /** Undefined if the screen was left meanwhile, or has to be. */
  const start = async (): Promise<SyncOutcome | undefined> => {
    const refused = new AbortController()
    const signal = anySignal([left, refused.signal])
    const calls = syncCalls(call, signal)
    setFollowing(true)
    try {
      await client.cancelQueries({ queryKey: query.queryKey })
      const outcome = await followSync({
        ...calls,
        trigger: () =>
          calls.trigger().catch((error: unknown) => {
            if (endRights(error)) refused.abort()
            throw error
          }),
        onStatus: (latest) => client.setQueryData(query.queryKey, latest),
        wait: (duration) => waited(duration, signal),
        now: () => Date.now(),
      })
      return signal.aborted ? undefined : outcome
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      setFollowing(false)
    }
  }

  return {
    status: status.data,
    /** The time of the last sync could not be read. */
    unread: status.isError && status.data === undefined,
    following,
    start,
  }
}

function waited(duration: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, duration)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('Nobody waits any more', 'AbortError'))
    })
  })
}
