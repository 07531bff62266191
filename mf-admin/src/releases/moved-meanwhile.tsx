import type { ReleasePointer } from '@portal/contract/pointers'
import { Banner } from '@portal/shared-ui/banner'
import { TriangleAlert } from 'lucide-react'
import { pointerInWords } from './release-words.ts'

type MovedMeanwhileProps = { before: ReleasePointer | undefined; now: ReleasePointer }

/** After somebody else's change: shows the previous and the current state before asking again. */
export function MovedMeanwhile({ before, now }: MovedMeanwhileProps) {
  if (!before) return null
  return (
    <Banner kind="warn" icon={<TriangleAlert />} role="alert">
      <p>
        <strong>Someone else has changed this meanwhile</strong>, so nothing was done. Look again,
        and confirm if it still holds.
      </p>
      <p>
        <b>You saw:</b> {pointerInWords(before)}
      </p>
      <p>
        <b>Now:</b> {pointerInWords(now)}
      </p>
    </Banner>
  )
}
