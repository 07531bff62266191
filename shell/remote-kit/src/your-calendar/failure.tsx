import { isApiError } from '@portal/remote-kit/client'
import { Banner } from '@portal/shared-ui/banner'
import { CircleAlert } from 'lucide-react'

/** Why an act of this page failed. */
export function Failure({ error }: { error: Error | null }) {
  return (
    <div role="alert">
      {error && (
        <Banner kind="bad" icon={<CircleAlert aria-hidden />}>
          {isApiError(error) ? error.message : 'That didn’t work. Please try again.'}
        </Banner>
      )}
    </div>
  )
}
