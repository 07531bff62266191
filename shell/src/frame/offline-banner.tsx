import { Banner } from '@portal/shared-ui/banner'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

export function OfflineBanner() {
  const online = useSyncExternalStore(listen, () => navigator.onLine)
  if (online) return null
  return (
    <Banner kind="warn" icon={<WifiOff aria-hidden="true" />} role="status">
      You are offline. What you have read before stays readable.
    </Banner>
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
