import { anySignal } from '@portal/domain/any-signal'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsKey } from '@portal/remote-kit/queries/documents'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useQuery, useQueryClient } from '@portal/remote-kit/query'
import { useScreenSignal } from '@portal/remote-kit/screen-signal'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '@portal/remote-kit/client'
import { type SyncStatus, syncPoll } from '@portal/contract/sync'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { syncCalls, syncStatusQuery } from './sync-queries.ts'
import { errorMessage } from '../../shared/api-errors.ts'

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

type FollowOptions = {
  trigger: () => Promise<SyncStatus>
  status: () => Promise<SyncStatus>
  onStatus: (status: SyncStatus) => void
  /** Resolves after this many ms, rejects when it is canceled. */
  wait: (duration: number) => Promise<void>
  now: () => number
}

type SyncOutcome = { message: string; kind: 'good' | 'bad'; duration: number }

/** Starts or joins a sync and waits for that run: every 2 s, for 5 min. */
export async function followSync(options: FollowOptions): Promise<SyncOutcome> {
  const { trigger, onStatus, wait, now } = options
  const startedAt = now()
  try {
    const started = await trigger()
    let latest: SyncStatus | undefined = started
    while (!latest || !hasEnded(latest, started)) {
      if (latest) onStatus(latest)
      if (now() - startedAt >= syncPoll.timeout) return failed('Sync timed out or failed')
      await wait(syncPoll.interval)
      latest = await statusOnce(options.status)
    }
    onStatus(latest)
    return outcomeOf(latest)
  } catch (error) {
    if (!isApiError(error)) throw error
    return failedBy(errorMessage(error))
  }
}

/**
 * Whether the started run has ended. A 'completed' of an earlier run, reported by an instance that lags
 * behind, doesn't count; one that ended after the start does, regardless of its id, because runs never overlap.
 */
function hasEnded(latest: SyncStatus, started: SyncStatus): boolean {
  if (latest.status !== 'completed' && latest.status !== 'failed') return false
  if (latest.runId === started.runId) return true
  return (latest.last_sync_time ?? '') > (started.last_sync_time ?? '')
}

/**
 * The run continues while a request fails, so a lost response isn't a failure of the sync.
 */
async function statusOnce(status: FollowOptions['status']): Promise<SyncStatus | undefined> {
  try {
    return await status()
  } catch (error) {
    if (isApiError(error) && passing.has(error.code)) return undefined
    throw error
  }
}

const passing = new Set<string>(['offline', 'unavailable', 'timeout', 'tooMany', 'internal'])

function outcomeOf({ status, documents, error_message: reason }: SyncStatus): SyncOutcome {
  if (status === 'completed') {
    const message = `Sync complete. ${documents} documents available.`
    return { message, kind: 'good', duration: 3000 }
  }
  return failedBy(reason)
}

function failedBy(reason: string | null | undefined): SyncOutcome {
  return failed(reason ? `Sync failed: ${reason}` : 'Sync timed out or failed')
}

function failed(message: string): SyncOutcome {
  return { message, kind: 'bad', duration: 5000 }
}

/** Starts or joins a sync, and announces its result. */
export function useSyncPress(sync: Sync) {
  const { toast } = usePortal()
  return async () => {
    const outcome = await sync.start()
    if (outcome) toast(outcome.message, { kind: outcome.kind, duration: outcome.duration })
  }
}
