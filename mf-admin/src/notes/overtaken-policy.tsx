import type { NotesPolicy } from '@portal/contract/notes-policy'
import { Banner } from '@portal/shared-ui/banner'
import { TriangleAlert } from 'lucide-react'
import { policyInWords } from './notes-policy-words.ts'

type OvertakenPolicyProps = { before: NotesPolicy; now: NotesPolicy }

/** After somebody else's change: shows the previous and the current policy before asking again. */
export function OvertakenPolicy({ before, now }: OvertakenPolicyProps) {
  if (before === now) return null
  return (
    <Banner kind="warn" icon={<TriangleAlert />} role="alert">
      <p>
        <strong>Someone else has changed this meanwhile</strong>, so nothing was done. Look again,
        and confirm if it still holds.
      </p>
      <p>
        <b>You saw:</b> {policyInWords(before)}
      </p>
      <p>
        <b>Now:</b> {policyInWords(now)}
      </p>
    </Banner>
  )
}
