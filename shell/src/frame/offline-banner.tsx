import { Banner } from '@portal/shared-ui/banner'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import styles from './offline-banner.module.css'

export function OfflineBanner() {
  const online = useSyncExternalStore(listen, () => navigator.onLine)
  if (online) return null
  return (
    <div className={styles.place}>
      <Banner kind="warn" icon={<WifiOff aria-hidden="true" />} role="status">
        You are offline. What you have read before stays readable.
      </Banner>
    </div>
  )
}

function listen(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
