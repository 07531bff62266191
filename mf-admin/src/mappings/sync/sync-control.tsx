import { counted } from '@portal/domain/counted'
import type { SyncStatus } from '@portal/contract/sync'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { CircleAlert, RefreshCw } from 'lucide-react'
import styles from './sync-control.module.css'
import { useSyncPress, type Sync } from './use-sync.ts'
import { usePortal } from '@portal/remote-kit/portal'
import { useEffect, useState } from 'react'
import { dateFormat } from '@portal/domain/date-format'

const googleLabels = { button: 'Sync Google Drive', progress: 'Syncing Google Drive' }
const folderLabels = { button: 'Sync the drive folder', progress: 'Syncing the drive folder' }

/** Starts the drive's sync, and shows its progress and when the last one ended. */
export function SyncControl({ sync }: { sync: Sync }) {
  const press = useSyncPress(sync)
  const { status, unread, following } = sync
  const labels = status?.drive === 'folder' ? folderLabels : googleLabels
  const running = following || status?.status === 'running'

  return (
    <div className={styles.control}>
      <div className={styles.words}>
        {!running && status?.status === 'failed' && (
          <Badge kind="bad" icon={<CircleAlert />}>
            The last sync did not finish
          </Badge>
        )}
        {!running && status && <SyncedTime at={status.last_sync_time} />}
        {!running && unread && <p>When the last sync ended could not be read.</p>}
        <Progress running={running} status={status} label={labels.progress} />
      </div>
      <Button icon={<RefreshCw />} busy={following} onClick={() => void press()}>
        {labels.button}
      </Button>
    </div>
  )
}

type ProgressProps = { running: boolean; status: SyncStatus | undefined; label: string }

/**
 * Its live region exists before there is a message, so that the first one is announced too. It shows no total: the
 * drive is listed page by page while files are copied, so the number of files isn't known before the end.
 */
function Progress({ running, status, label }: ProgressProps) {
  const done = (status?.status === 'running' && status.progress?.done) || 0
  return (
    <div className={running ? styles.progress : undefined}>
      <p role="status">
        {running && (done > 0 ? `Syncing… ${countedFiles(done)} so far` : 'Syncing…')}
      </p>
      {running && <ProgressBar label={label} hideLabel />}
    </div>
  )
}

function countedFiles(count: number): string {
  return counted(count, 'file')
}

/** When the last sync ended, in words that are updated as time passes. */
function SyncedTime({ at }: { at: string | undefined }) {
  const { config } = usePortal()
  const now = useMinute()
  if (!at) return <span>Not synced yet</span>
  return (
    <span>
      Last synced{' '}
      <time dateTime={at} title={fullTime(at, config.foundation.timeZone)}>
        {timeAgo(Date.parse(at), now)}
      </time>
    </span>
  )
}

function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** The time since then, in the largest sensible unit: `4 minutes ago`, `yesterday`. */
export function timeAgo(at: number, now: number): string {
  const past = Math.max(0, now - at)
  if (past < minute) return 'just now'
  if (past < hour) return relative.format(-Math.floor(past / minute), 'minute')
  if (past < day) return relative.format(-Math.floor(past / hour), 'hour')
  return relative.format(-Math.floor(past / day), 'day')
}

function fullTime(at: string, timeZone: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  return dateFormat(format).format(new Date(at))
}
