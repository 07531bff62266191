import { durationMessage, maxItemMinutes } from '@portal/contract/agendas'
import { TextField } from '@portal/shared-ui/field'
import { useState } from 'react'

type MinutesFieldProps = {
  label: string
  value: number
  onChange: (minutes: number) => void
  least: number
  className?: string | undefined
}

/** Minutes as a whole number. An invalid value stays as typed, with the valid range next to it. */
export function MinutesField({ label, value, onChange, least, className }: MinutesFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  const isGood = (text: string) =>
    /^\d+$/.test(text) && Number(text) >= least && Number(text) <= maxItemMinutes
  const type = (text: string) => {
    setTyped(text)
    setLeft(false)
    if (isGood(text)) onChange(Number(text))
  }
  const leave = () => {
    if (typed !== undefined && isGood(typed)) setTyped(undefined)
    setLeft(true)
  }
  // An empty field isn't an error while the reader is typing.
  const isWrong = typed !== undefined && !isGood(typed) && (typed !== '' || left)
  return (
    <TextField
      className={className}
      label={label}
      type="number"
      inputMode="numeric"
      min={least}
      max={maxItemMinutes}
      step={1}
      value={typed ?? String(value)}
      onChange={type}
      onBlur={leave}
      error={isWrong ? durationMessage(least) : undefined}
    />
  )
}
