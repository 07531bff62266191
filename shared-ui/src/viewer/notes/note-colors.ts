import type { NoteColor } from '../shown-notes.ts'

/** The colours in the order in which they are offered, with their names. */
export const noteColorNames: Record<NoteColor, string> = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
}

export const noteColors = Object.keys(noteColorNames) as NoteColor[]
