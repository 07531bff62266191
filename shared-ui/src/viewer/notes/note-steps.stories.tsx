import { NoteSteps } from './note-bars.tsx'

export function Steps() {
  return <NoteSteps isEmpty={false} step={() => true} />
}

export function WithoutNotes() {
  return <NoteSteps isEmpty step={() => false} />
}
