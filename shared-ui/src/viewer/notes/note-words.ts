import { subjectName, withdrawnQuotation } from '@portal/domain/note-subject'
import { shownQuotation } from '@portal/domain/shown-quotation'
import { isolated } from '@portal/domain/shown-text'
import type { ShownNote, ShownNotes } from '../shown-notes.ts'

/** What a note refers to, in words. */
export function subjectWords({ subject }: Pick<ShownNote, 'subject'>): string {
  if (subject.words) return `“${shownQuotation(subject.words)}”`
  if (subject.withdrawnWith !== undefined) return withdrawnQuotation(subject.withdrawnWith)
  return subjectName(subject)
}

/** Separates placed notes, in page order, from those that aren't placed. */
export function splitByPlace(notes: readonly ShownNote[]): {
  placed: ShownNote[]
  unplaced: ShownNote[]
} {
  const placed = notes.filter(({ place }) => place).toSorted((a, b) => placeOf(a) - placeOf(b))
  return { placed, unplaced: notes.filter(({ place }) => !place) }
}

/** A sort key: by page, first notes on the whole page, then quotations in order, then areas and drawings by top. */
function placeOf({ place, subject }: ShownNote): number {
  const page = (place?.page ?? subject.page) * 1_000_000
  const [range] = place?.ranges ?? []
  if (range) return page + range.from
  const top = subject.rectangle?.y ?? subject.ink?.[0]?.[0]?.y
  return top === undefined ? page - 1 : page + 500_000 + top
}

export function savingWords(saving: ShownNotes['saving']): string {
  if (saving.state === 'failed') return saving.message
  return {
    saved: 'Saved',
    saving: 'Saving…',
    offline: 'Saved on this device; you are offline',
  }[saving.state]
}

/** When the paper opens at a passage that somebody asks about. */
export function announcedPassage({ place, subject }: ShownNote): string {
  return `The passage of the question, page ${place?.page ?? subject.page}`
}

/** A note as a screen reader announces it. */
export function announcedNote(note: ShownNote, position: string): string {
  const page = note.place?.page ?? note.subject.page
  const text = note.text ? `: ${isolated(note.text)}` : ''
  return `Note ${position}, page ${page}. ${isolated(subjectWords(note))}${text}`
}
