import { Banner } from '@portal/shared-ui/banner'
import { useOnline } from '@portal/shared-ui/use-online'
import { WifiOff } from 'lucide-react'
import { BannerPlace } from './banner-place.tsx'

export function OfflineBanner() {
  if (useOnline()) return null
  return (
    <BannerPlace>
      <Banner kind="warn" icon={<WifiOff aria-hidden="true" />} role="status">
        You are offline. What you have read before stays readable.
      </Banner>
    </BannerPlace>
  )
}
