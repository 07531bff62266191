import { Banner } from '@portal/shared-ui/banner'
import { CircleAlert } from 'lucide-react'
import type { AgendaSaveFailure } from './use-agenda-save.ts'

/** Why nothing was saved, next to the typed text, which stays. */
export function SaveFailureNotice({ failure }: { failure: AgendaSaveFailure | undefined }) {
  if (!failure) return null
  return (
    <Banner kind="bad" icon={<CircleAlert />} role="alert">
      <p>
        {failure.reason ?? 'The server’s response could not be read.'} What you typed is still here.
      </p>
      {failure.requestId && (
        <p>
          Reference: <code>{failure.requestId}</code>
        </p>
      )}
    </Banner>
  )
}
