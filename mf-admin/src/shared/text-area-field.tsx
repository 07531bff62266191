import { Field, tooLong } from '@portal/shared-ui/field'
import { useGrowth } from '@portal/shared-ui/use-growth'
import type { ReactNode } from 'react'
import styles from './text-area-field.module.css'

type TextAreaFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** A longer text is shown as an error. */
  maxLength?: number | undefined
  error?: string | undefined
  rows?: number | undefined
  hint?: ReactNode
  className?: string | undefined
}

/** Several lines of text; it grows with them. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, value, onChange, maxLength, error, rows = 3, hint, className } = props
  const area = useGrowth(value)
  return (
    <Field {...{ label, hint, className }} error={error ?? tooLong(value, maxLength)}>
      {(control) => (
        <textarea
          ref={area}
          {...control}
          className={`${control.className} ${styles.area}`}
          rows={rows}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
