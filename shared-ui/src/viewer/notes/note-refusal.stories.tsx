import { NoteRefusal } from './notes-panel.tsx'

export function TooLong() {
  return <NoteRefusal note={{ refusal: 'Text: At most 20,000 characters' }} />
}
