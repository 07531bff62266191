import { TextField } from '@portal/shared-ui/field'
import { useState } from 'react'

type MinutesFieldProps = {
  label: string
  value: number
  onChange: (minutes: number) => void
  least: number
  className?: string | undefined
}

/** A day: what the API takes at most. */
const most = 1440

/** Minutes as a number; what is none is told, and gives way to the last good one when the field is left. */
export function MinutesField({ label, value, onChange, least, className }: MinutesFieldProps) {
  const [typed, setTyped] = useState<string>()
  const isGood = (text: string) =>
    /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most
  const type = (text: string) => {
    setTyped(text)
    if (isGood(text)) onChange(Number(text))
  }
  const isWrong = typed !== undefined && typed !== '' && !isGood(typed)
  return (
    <TextField
      className={className}
      label={label}
      type="number"
      inputMode="numeric"
      min={least}
      max={most}
      step={1}
      value={typed ?? String(value)}
      onChange={type}
      onBlur={() => setTyped(undefined)}
      error={isWrong ? `${least} to ${most} minutes` : undefined}
    />
  )
}
