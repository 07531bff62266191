import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { RefreshCw } from 'lucide-react'
import { dismissNotice } from './interface-store.ts'
import styles from './update-notice.module.css'

/** Reloads only when the reader asks: the browser confirms before unsaved work is left. */
export function UpdateNotice() {
  return (
    <Banner
      kind="plain"
      icon={<RefreshCw aria-hidden="true" />}
      role="status"
      action={
        <div className={styles.actions}>
          <Button onClick={() => location.reload()}>Reload</Button>
          <Button variant="quiet" onClick={() => dismissNotice('update')}>
            Later
          </Button>
        </div>
      }
    >
      A newer version of the portal is ready.
    </Banner>
  )
}
