import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { RefreshCw } from 'lucide-react'
import { dismissNotice } from './interface-store.ts'
import styles from './newer-notice.module.css'

/** Reloads at the reader's word alone: the browser asks before unsaved work is left by it. */
export function NewerNotice() {
  return (
    <Banner
      kind="plain"
      icon={<RefreshCw aria-hidden="true" />}
      role="status"
      action={
        <div className={styles.actions}>
          <Button onClick={() => location.reload()}>Reload</Button>
          <Button variant="quiet" onClick={() => dismissNotice('newer')}>
            Later
          </Button>
        </div>
      }
    >
      A newer version of the portal is ready.
    </Banner>
  )
}
