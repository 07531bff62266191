import { Banner } from '@portal/shared-ui/banner'
import { TriangleAlert } from 'lucide-react'
import { useOtherAdmin } from './rights/admin-rights.ts'

type ChangedMeanwhileProps = {
  /** In words, like `now`. */
  before: string
  now: string
  /** The address of the person who made the change, if known. */
  by: string | undefined
}

/** After somebody else's change: shows the previous and the current state before asking again. */
export function ChangedMeanwhile({ before, now, by }: ChangedMeanwhileProps) {
  const otherAdmin = useOtherAdmin()
  return (
    <Banner kind="warn" icon={<TriangleAlert />} role="alert">
      <p>
        <strong>{otherAdmin(by)} has changed this meanwhile</strong>, so nothing was done. Look
        again, and confirm if it still holds.
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
