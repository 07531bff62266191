import { TextAreaField } from '../shared/text-area-field.tsx'

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
