import { Banner } from '@portal/shared-ui/banner'
import { CircleAlert } from 'lucide-react'

/** Why a dialog's action failed, above the typed text. */
export function RefusalBanner({ sentence }: { sentence: string | undefined }) {
  if (sentence === undefined) return null
  return (
    <Banner kind="bad" icon={<CircleAlert />} role="alert">
      {sentence}
    </Banner>
  )
}
