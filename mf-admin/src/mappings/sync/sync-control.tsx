import { counted } from '@portal/domain/counted'
import type { SyncStatus } from '@portal/contract/sync'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { CircleAlert, RefreshCw } from 'lucide-react'
import styles from './sync-control.module.css'
import { SyncedTime } from './synced-time.tsx'
import { useSyncPress } from './use-sync-press.ts'
import type { Sync } from './use-sync.ts'

/** Starts the drive's sync, and shows its progress and when the last one ended. */
export function SyncControl({ sync }: { sync: Sync }) {
  const press = useSyncPress(sync)
  const { status, unread, following } = sync
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
        <Progress running={running} status={status} />
      </div>
      <Button icon={<RefreshCw />} busy={following} onClick={() => void press()}>
        Sync Google Drive
      </Button>
    </div>
  )
}

type ProgressProps = { running: boolean; status: SyncStatus | undefined }

/**
 * Its live region exists before there is a message, so that the first one is announced too. It shows no total: the
 * drive is listed page by page while files are copied, so the number of files isn't known before the end.
 */
function Progress({ running, status }: ProgressProps) {
  const done = (status?.status === 'running' && status.progress?.done) || 0
  return (
    <div className={running ? styles.progress : undefined}>
      <p role="status">
        {running && (done > 0 ? `Syncing… ${countedFiles(done)} so far` : 'Syncing…')}
      </p>
      {running && <ProgressBar label="Syncing Google Drive" hideLabel />}
    </div>
  )
}

function countedFiles(count: number): string {
  return counted(count, 'file')
}
