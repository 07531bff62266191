import type { NoteColor } from '@portal/contract/notes'

export const colorNames: Record<NoteColor, string> = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
}
