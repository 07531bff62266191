import { TextAreaField } from '../shared/text-area-field.tsx'
import type { ReleasePointer } from '@portal/contract/pointers'
import { ChangedMeanwhile } from '../shared/changed-meanwhile.tsx'
import { pointerInWords } from './release-words.ts'

type ReasonFieldProps = { value: string; onChange: (value: string) => void }

/** Every change of a pointer needs a reason, which stays in the history. */
export function ReasonField({ value, onChange }: ReasonFieldProps) {
  return (
    <TextAreaField
      label="Reason"
      value={value}
      onChange={onChange}
      maxLength={500}
      rows={2}
      hint="Required: the history shows it."
    />
  )
}

type MovedMeanwhileProps = {
  before: ReleasePointer | undefined
  now: ReleasePointer
  by: string | undefined
}

/** Shows where another admin has moved the pointer since the dialog was opened. */
export function MovedMeanwhile({ before, now, by }: MovedMeanwhileProps) {
  if (!before) return null
  return <ChangedMeanwhile before={pointerInWords(before)} now={pointerInWords(now)} by={by} />
}

/** The open dialog about a pointer. */
export type OpenMove =
  | { kind: 'promote'; release: string }
  | { kind: 'rollback'; channel: 'stable' | 'candidate' }
  | { kind: 'deny'; release: string }
  | { kind: 'approve'; release: string }
  | { kind: 'stop' | 'resume' }
