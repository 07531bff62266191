import { type PageRectangle, subjectOf } from '@portal/domain/note-subject'
import { shownQuotation } from '@portal/domain/shown-quotation'
import type { NoteTarget } from './notes.ts'

export { type PageRectangle, targetFor, withdrawnQuotation } from '@portal/domain/note-subject'

/** @deprecated `NoteSubject` of `@portal/domain/note-subject` has the words with their context, and points with names. */
export type NoteSubject = {
  page: number
  quotation?: string
  withdrawnWith?: number
  rectangle?: PageRectangle
  ink?: (readonly [x: number, y: number])[][]
}

/** @deprecated Use `subjectOf` of `@portal/domain/note-subject`. */
export function noteSubject(target: NoteTarget): NoteSubject {
  const { words, ink, ...subject } = subjectOf(target)
  return {
    ...subject,
    ...(words ? { quotation: shownQuotation(words) } : {}),
    ...(ink ? { ink: ink.map((line) => line.map(({ x, y }) => [x, y] as const)) } : {}),
  }
}
