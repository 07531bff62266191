import { Banner } from '@portal/shared-ui/banner'
import { TriangleAlert } from 'lucide-react'

/** Both in words. */
type ChangedMeanwhileProps = { before: string; now: string }

/** After somebody else's change: shows the previous and the current state before asking again. */
export function ChangedMeanwhile({ before, now }: ChangedMeanwhileProps) {
  return (
    <Banner kind="warn" icon={<TriangleAlert />} role="alert">
      <p>
        <strong>Someone else has changed this meanwhile</strong>, so nothing was done. Look again,
        and confirm if it still holds.
      </p>
      <p>
        <b>You saw:</b> {before}
      </p>
      <p>
        <b>Now:</b> {now}
      </p>
    </Banner>
  )
}
