import { NoteRefusal } from './note-refusal.tsx'

export function TooLong() {
  return <NoteRefusal note={{ refusal: 'Text: At most 20,000 characters' }} />
}
