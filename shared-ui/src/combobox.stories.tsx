import { useState } from 'react'
import { Combobox } from './combobox.tsx'

type Paper = { id: string; name: string; folder: string }

const papers: Paper[] = [
  { id: 'cash', name: 'Cash Flow Summary', folder: 'Q3 2026 / Finance' },
  { id: 'investments', name: 'Investment Report', folder: 'Q3 2026 / Finance' },
  { id: 'minutes', name: 'Minutes of the June meeting', folder: 'Q3 2026' },
  { id: 'policy', name: 'Conflict of Interest Policy', folder: 'Policies' },
]

const manyPapers: Paper[] = Array.from({ length: 2000 }, (_, index) => ({
  id: String(index),
  name: `Grant report ${index + 1}`,
  folder: `Grants / ${2010 + (index % 16)}`,
}))

export function Empty() {
  return <Picker options={papers} />
}

export function Chosen() {
  return <Picker options={papers} initial={papers[1]!} />
}

export function Many() {
  return <Picker options={manyPapers} hint="2,000 papers; only the rows in sight are drawn." />
}

export function NoOptions() {
  return <Picker options={[]} hint="The drive has no papers yet." />
}

export function WithError() {
  return <Picker options={papers} error="Choose the paper that members will see." />
}

export function Disabled() {
  return <Picker options={papers} initial={papers[0]!} disabled />
}

type PickerProps = {
  options: Paper[]
  initial?: Paper
  hint?: string
  error?: string
  disabled?: boolean
}

function Picker({ options, initial, ...rest }: PickerProps) {
  const [value, setValue] = useState<Paper | null>(initial ?? null)
  return (
    <Combobox
      label="Document"
      placeholder="Search by name or folder"
      options={options}
      value={value}
      onChange={setValue}
      nameOf={nameOf}
      detailOf={folderOf}
      keyOf={keyOf}
      {...rest}
    />
  )
}

const nameOf = (paper: Paper) => paper.name
const folderOf = (paper: Paper) => paper.folder
const keyOf = (paper: Paper) => paper.id
