import type { NotePlace, PlacedNote, SavedNote } from '@portal/contract/notes'
import type { Day } from '@portal/domain/days'
import { type NoteSubject, subjectOf } from '@portal/domain/note-subject'
import { noteEndText } from '@portal/domain/notes-rule'
import type { ShownNote } from '@portal/shared-ui/shown-notes'
import type { NoteEdit } from './notes-on-device.ts'

type SavedContent = Pick<SavedNote, 'id' | 'color' | 'text' | 'target' | 'placed' | 'dismissed'>

type Unsaved = {
  edits: ReadonlyMap<string, NoteEdit>
  /** Why the API refuses notes, by note id. */
  refusals: ReadonlyMap<string, string>
}

/** A paper's notes for the viewer: those of the API, with unsaved changes applied. */
export function notesToShow(
  placed: readonly PlacedNote[],
  { edits, refusals }: Unsaved,
  { id, version, today }: { id: string; version: number; today: Day },
): ShownNote[] {
  const ends = new Map(placed.map((one) => [one.note.id, noteEndText(one, today)]))
  const pending = new Set(placed.filter((one) => one.isPending).map((one) => one.note.id))
  const own = [...edits.values()].filter(({ documentId }) => documentId === id)
  const saved = placed.filter(({ note }) => !edits.has(note.id))
  const shown = [
    ...saved.flatMap(({ note, place }) => shownNote(note, place, version)),
    ...own.flatMap(({ note, place, isRemoved }) => {
      const refusal = refusals.get(note.id)
      if (refusal === undefined) return isRemoved ? [] : shownNote(note, place, version)
      return shownNote(note, place, version).map((one) => ({ ...one, refusal }))
    }),
  ]
  return shown.map((note) => {
    const until = ends.get(note.id)
    return {
      ...note,
      ...(until === undefined ? {} : { until }),
      ...(!note.place && pending.has(note.id) ? { isPending: true } : {}),
    }
  })
}

function shownNote(note: SavedContent, place: NotePlace | undefined, version: number): ShownNote[] {
  if (!place && note.dismissed !== undefined && note.dismissed >= version) return []
  const { id, color, text, target, placed } = note
  const subject = subjectOf(place && placed ? placed : target)
  if (!place) return [{ id, color, text, subject }]
  const { page, ranges, how } = place
  return [
    { id, color, text, subject, place: { page, ranges, isApproximate: how === 'approximate' } },
  ]
}

/** Where a note is in the version in which its owner has just made or placed it. */
export function placeIn({ page, words }: NoteSubject, how: NotePlace['how']): NotePlace {
  return { page, ranges: words?.ranges.map((range) => ({ ...range })) ?? [], how }
}
