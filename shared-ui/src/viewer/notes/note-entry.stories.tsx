import { sampleNotes } from './notes-sample.ts'
import { NoteEntry } from './notes-panel.tsx'

const nothing = () => undefined
const actions = { onGo: nothing, onText: nothing, onColor: nothing, onRemove: nothing }

export function Chosen() {
  return (
    <ul>
      <NoteEntry note={sampleNotes.notes[0]!} isCurrent {...actions} />
    </ul>
  )
}

export function InTheList() {
  return (
    <ul>
      <NoteEntry note={sampleNotes.notes[2]!} isCurrent={false} {...actions} />
    </ul>
  )
}

export function KeptUntilADay() {
  const note = { ...sampleNotes.notes[2]!, until: 'Will be destroyed on 14 November' }
  return (
    <ul>
      <NoteEntry note={note} isCurrent={false} {...actions} />
    </ul>
  )
}

export function Approximate() {
  return (
    <ul>
      <NoteEntry note={sampleNotes.notes[1]!} isCurrent={false} {...actions} />
    </ul>
  )
}
