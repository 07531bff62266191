import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { TriangleAlert, RefreshCw } from 'lucide-react'
import { dismissNotice } from './interface-store.ts'
import styles from './portal-notices.module.css'

export function LimitedNotice() {
  return (
    <Banner
      kind="warn"
      icon={<TriangleAlert aria-hidden="true" />}
      role="status"
      action={
        <Button variant="quiet" onClick={() => dismissNotice('limited')}>
          OK
        </Button>
      }
    >
      The portal stopped answering in this browser twice, so it has started without the parts of the
      dashboard that may be the cause. Your Board Liaison can tell you more.
    </Banner>
  )
}

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
