import { useState } from 'react'
import { ComboboxPicker } from './combobox-picker.tsx'

const people = ['Maria Lopez', 'Ruth Abelman', 'Tomás Sørensen', 'Wei Chen']

/** Accents don’t matter: “tomas sorensen” finds Tomás Sørensen. */
export function Names() {
  const [value, setValue] = useState<string | null>(null)
  return (
    <ComboboxPicker
      label="Person"
      placeholder="Search by name"
      options={people}
      value={value}
      onChange={setValue}
      nameOf={itself}
      keyOf={itself}
    />
  )
}

export function Disabled() {
  return (
    <ComboboxPicker
      label="Person"
      options={people}
      value="Wei Chen"
      onChange={() => undefined}
      nameOf={itself}
      keyOf={itself}
      disabled
    />
  )
}

const itself = (name: string) => name
