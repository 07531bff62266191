import type { NotesPolicy } from '@portal/contract/notes-policy'
import { ChangedMeanwhile } from '../shared/changed-meanwhile.tsx'
import { policyInWords } from './notes-policy-words.ts'

type OvertakenPolicyProps = { before: NotesPolicy; now: NotesPolicy }

/** Shows how another admin has changed the policy since the dialog was opened. */
export function OvertakenPolicy({ before, now }: OvertakenPolicyProps) {
  if (before === now) return null
  return <ChangedMeanwhile before={policyInWords(before)} now={policyInWords(now)} />
}
