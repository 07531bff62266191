import { minutesOfClock } from '@portal/domain/agenda-times'
import { TextField } from '@portal/shared-ui/field'
import type { ReactNode } from 'react'

type ClockFieldProps = {
  label: string
  value: string
  onChange: (time: string) => void
  hint?: ReactNode
  error?: string | undefined
  readOnly?: boolean | undefined
  className?: string | undefined
}

/** A time of day; words that older agendas have instead are shown unchanged until they are replaced. */
export function ClockField({ value, ...rest }: ClockFieldProps) {
  const isTime = value === '' || minutesOfClock(value) !== undefined
  return <TextField {...rest} type={isTime ? 'time' : 'text'} value={padded(value)} />
}

/** A time input accepts `09:00` but not `9:00`. */
const padded = (time: string) => (/^\d:\d\d$/.test(time) ? `0${time}` : time)
