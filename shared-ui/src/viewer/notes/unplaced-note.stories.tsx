import { sampleNotes } from './notes-sample.ts'
import { UnplacedNote } from './unplaced-note.tsx'

const nothing = () => undefined

export function NotPlaced() {
  const note = sampleNotes.notes.at(-1)!
  return (
    <ul>
      <UnplacedNote note={note} onPlace={nothing} onDismiss={nothing} />
    </ul>
  )
}
