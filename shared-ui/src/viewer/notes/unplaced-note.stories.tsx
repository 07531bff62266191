import { Button } from '../../button.tsx'
import { sampleNotes } from './notes-sample.ts'
import { UnplacedNote } from './notes-panel.tsx'

const note = sampleNotes.notes.at(-1)!

export function NotPlaced() {
  return (
    <ul>
      <UnplacedNote note={note}>
        <Button>Place by hand</Button>
        <Button variant="quiet">Dismiss</Button>
      </UnplacedNote>
    </ul>
  )
}

export function NotPlacedYet() {
  return (
    <ul>
      <UnplacedNote note={note} />
    </ul>
  )
}
