import { useState } from 'react'
import { Field, SelectField, TextField } from './field.tsx'

export function Text() {
  const [value, setValue] = useState('')
  return <TextField label="Title" value={value} onChange={setValue} placeholder="Consent agenda" />
}

export function TextWithHint() {
  const [value, setValue] = useState('Maria Lopez')
  return (
    <TextField label="Name" hint="As written in the minutes" value={value} onChange={setValue} />
  )
}

export function TextWithError() {
  const [value, setValue] = useState('maria.lopez')
  return (
    <TextField
      label="E-mail"
      type="email"
      value={value}
      onChange={setValue}
      error="Enter the whole address, such as maria.lopez@larkspur.example."
    />
  )
}

export function Password() {
  const [value, setValue] = useState('a long passphrase')
  return (
    <TextField
      label="Password"
      type="password"
      autoComplete="off"
      value={value}
      onChange={setValue}
    />
  )
}

export function DisabledText() {
  return <TextField label="Title" value="Call to order" onChange={() => undefined} disabled />
}

export function HiddenLabel() {
  const [value, setValue] = useState('')
  return (
    <TextField
      label="Search the directory"
      hideLabel
      type="search"
      placeholder="Search"
      value={value}
      onChange={setValue}
    />
  )
}

export function Select() {
  const [value, setValue] = useState('q3')
  return <SelectField label="Quarter" value={value} onChange={setValue} options={quarters} />
}

export function SelectWithError() {
  const [value, setValue] = useState('q1')
  return (
    <SelectField
      label="Quarter"
      value={value}
      onChange={setValue}
      options={quarters}
      error="This quarter has a published agenda already."
    />
  )
}

export function DisabledSelect() {
  return (
    <SelectField
      label="Quarter"
      value="q2"
      onChange={() => undefined}
      options={quarters}
      disabled
    />
  )
}

/** A field connects any control to its label, hint and error. */
export function AnotherControl() {
  return (
    <Field label="Notes" hint="For staff only">
      {(control) => (
        <textarea {...control} rows={3} defaultValue="Ask the auditor to join at 10." />
      )}
    </Field>
  )
}

export function LongText() {
  const [value, setValue] = useState(
    'Report of the Governance and Nominating Committee on the composition of the board',
  )
  return (
    <TextField
      label="The title of this agenda item, as members read it on the page and in the board book"
      hint="Keep it short: it is also the name of the item in the list of contents, and there a long title takes several lines."
      value={value}
      onChange={setValue}
    />
  )
}

const quarters = [
  { value: 'q1', label: 'First quarter' },
  { value: 'q2', label: 'Second quarter' },
  { value: 'q3', label: 'Third quarter' },
  { value: 'q4', label: 'Fourth quarter' },
]
