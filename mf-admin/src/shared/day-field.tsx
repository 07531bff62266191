import type { Day } from '@portal/domain/days'
import { TextField } from '@portal/shared-ui/field'
import styles from './day-field.module.css'

type DayFieldProps = {
  label: string
  value: Day
  onChange: (day: Day) => void
  error?: string | undefined
  hint?: string
}

/** A day of the years that the portal knows; empty while none is chosen. */
export function DayField(props: DayFieldProps) {
  return (
    <TextField {...props} className={styles.day} type="date" min="1970-01-01" max="2100-12-31" />
  )
}
