import type { NotePlace, PlacedNote } from '@portal/contract/notes'
import { type KeptNote, shownNote } from './stored-note.ts'

/** The notes with their places in a version of their paper. */
export function placeNotes(notes: readonly KeptNote[], version: number): PlacedNote[] {
  return notes.map((kept) => {
    const place = placeOf(kept, version)
    return { note: shownNote(kept), ...(place ? { place } : {}) }
  })
}

function placeOf({ target, placed }: KeptNote, version: number): NotePlace | undefined {
  const own = placed?.version === version ? placed : target
  if (own.version !== version) return undefined
  const how = own === target ? 'same' : 'byHand'
  let page = 1
  let range: { from: number; to: number } | undefined
  for (const selector of own.selector) {
    if (selector.type === 'TextPositionSelector') {
      range = { from: selector.start, to: selector.end }
    } else if (selector.type === 'FragmentSelector' && selector.value.startsWith('page=')) {
      page = Number(selector.value.slice('page='.length))
    }
  }
  return { page, ranges: range ? [{ page, ...range }] : [], how }
}
