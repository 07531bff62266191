import { isApiError } from '@portal/remote-kit/client'
import { Banner } from '@portal/shared-ui/banner'
import { CircleAlert } from 'lucide-react'

/** Why a change of the account failed; announced when it appears. */
export function RequestFailure({ error }: { error: Error | null }) {
  return (
    <div role="alert">
      {error && (
        <Banner kind="bad" icon={<CircleAlert />}>
          {isApiError(error) ? error.message : 'That didn’t work. Please try again.'}
        </Banner>
      )}
    </div>
  )
}
