import { Banner } from '@portal/shared-ui/banner'
import { useOnline } from '@portal/shared-ui/use-online'
import { WifiOff } from 'lucide-react'
import styles from './offline-banner.module.css'

export function OfflineBanner() {
  if (useOnline()) return null
  return (
    <div className={styles.place}>
      <Banner kind="warn" icon={<WifiOff aria-hidden="true" />} role="status">
        You are offline. What you have read before stays readable.
      </Banner>
    </div>
  )
}
