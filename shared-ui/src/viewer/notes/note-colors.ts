import { noteColorNames } from '@portal/domain/mark-colors'
import type { NoteColor } from '../shown-notes.ts'

export const noteColors = Object.keys(noteColorNames) as NoteColor[]
