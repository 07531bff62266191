import { Banner } from '@portal/shared-ui/banner'
import { useOnline } from '@portal/shared-ui/use-online'
import { WifiOff } from 'lucide-react'
import { BannerPlace } from './banner-place.tsx'

export function OfflineBanner() {
  if (useOnline()) return null
  return (
    <BannerPlace>
      <Banner kind="warn" icon={<WifiOff aria-hidden="true" />} role="status">
        You are offline. Papers you opened stay readable until you reload.
      </Banner>
    </BannerPlace>
  )
}
