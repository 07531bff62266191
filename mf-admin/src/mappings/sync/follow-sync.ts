import { isApiError } from '@portal/contract/client'
import { type SyncStatus, syncPoll } from '@portal/contract/sync'
import { errorMessage } from '../../shared/error-message.ts'

type FollowOptions = {
  trigger: () => Promise<SyncStatus>
  status: () => Promise<SyncStatus>
  onStatus: (status: SyncStatus) => void
  /** Resolves after this many ms, rejects when it is cancelled. */
  wait: (duration: number) => Promise<void>
  now: () => number
}

export type SyncOutcome = { message: string; kind: 'good' | 'bad'; duration: number }

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
      latest = await asked(options.status)
    }
    onStatus(latest)
    return outcomeOf(latest)
  } catch (error) {
    if (!isApiError(error)) throw error
    return failedBy(errorMessage(error))
  }
}

/**
 * Whether the started run has ended. A 'completed' of an earlier run, from an instance that lags
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
async function asked(status: FollowOptions['status']): Promise<SyncStatus | undefined> {
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
