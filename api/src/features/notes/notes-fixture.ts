import type { Note, NotesSave, SavedNote } from '@portal/contract/notes'
import type { NoteTarget } from '@portal/contract/note-target'

export function noteId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** Fourteen letters of page 4. */
function passage(version = 1): NoteTarget {
  return {
    version,
    selector: [
      {
        type: 'FragmentSelector',
        conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
        value: 'page=4',
      },
      { type: 'TextQuoteSelector', exact: 'annual surplus', prefix: 'the ', suffix: ' of 2026' },
      { type: 'TextPositionSelector', start: 10, end: 24 },
    ],
  }
}

type Change = Partial<Omit<SavedNote, 'base'>> & { base?: Note }

export function savedNote(
  number: number,
  { base, ...change }: Change = {},
  version = 1,
): SavedNote {
  return {
    id: noteId(number),
    createdAt: '2026-11-03T08:00:00Z',
    color: 'yellow',
    text: '',
    target: passage(version),
    ...change,
    ...(base ? { base: baseOf(base) } : {}),
  }
}

function baseOf({ revision, color, text, placed, dismissed }: Note) {
  return { revision, color, text, placed, dismissed }
}

export function removedNote({ id, revision }: Note): { id: string; revision: number } {
  return { id, revision }
}

export function saveOf(): NotesSave {
  return { documentId: 'budget', erasures: 0, notes: [], removed: [] }
}
