import { Banner } from '@portal/shared-ui/banner'
import { useOnline } from '@portal/shared-ui/use-online'
import { WifiOff } from 'lucide-react'
import { BannerPlace } from './banner-place.tsx'

/** In a status region that exists beforehand, so that screen readers announce it. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <BannerPlace>
          <Banner kind="warn" icon={<WifiOff aria-hidden="true" />}>
            You are offline. Papers you opened stay readable until you reload.
          </Banner>
        </BannerPlace>
      )}
    </div>
  )
}
