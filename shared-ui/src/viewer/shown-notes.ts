import type { NoteColor } from '@portal/domain/mark-colors'
import { type NoteSubject, percent } from '@portal/domain/note-subject'
import type { MarkedRange } from './shown-changes.ts'

export type { NoteColor } from '@portal/domain/mark-colors'
export type { InkLine, NoteSubject, PageRectangle } from '@portal/domain/note-subject'

/** A reader's own note on a paper. */
export type ShownNote = {
  id: string
  color: NoteColor
  /** Empty for a highlight. */
  text: string
  subject: NoteSubject
  /** Absent if its passage isn't in the version that is shown. */
  place?: { page: number; ranges: readonly MarkedRange[]; isApproximate: boolean }
  /** Its passage is looked for once the portal has read this version. */
  isPending?: boolean
  /** How long it is kept, in words, if that is limited. */
  until?: string
  /** Why it can't be saved as it is. */
  refusal?: string
}

/** The reader's notes on an earlier paper, which can be brought along. */
export type EarlierNotes = {
  /** Its name. */
  paper: string
  count: number
  isBusy: boolean
  /** Why the last answer wasn't taken. */
  refused?: string | undefined
  /** Brings the notes along, or leaves them there for good; resolves to whether that was done. */
  answer: (isBrought: boolean) => Promise<boolean>
}

/**
 * The notes of the reader of an open paper. The viewer shows and edits them; it doesn't matter here who stores them.
 */
export type ShownNotes = {
  /** The unit of rectangles and ink. Absent in releases of remotes from before 1.3, which have them in % of the page. */
  unit?: 'fraction'
  notes: readonly ShownNote[]
  /** Called when the paper's first page is shown, or is late: only then are the notes read. */
  request?: () => void
  /** The id of the note that the paper opens at. */
  opened?: string | undefined
  /** A passage that somebody asks about: the paper opens at it. It is marked, and is none of the notes. */
  passage?: ShownNote | undefined
  /** Notes on the paper that was shown in the same place before; absent without any. */
  earlier?: EarlierNotes | undefined
  /** `failed` has a message that explains what to do. */
  saving: { state: 'saved' | 'saving' | 'offline' } | { state: 'failed'; message: string }
  /** Adds a note; returns its id. */
  add: (note: Pick<ShownNote, 'color' | 'text' | 'subject'>) => string
  change: (id: string, change: Partial<Pick<ShownNote, 'color' | 'text'>>) => void
  remove: (id: string) => void
  /** Brings back what was removed last. */
  restore: (id: string) => void
  /** Places a note by hand. */
  placeByHand: (id: string, subject: NoteSubject) => void
  /** Asks a question about selected words; absent where nobody can be asked. */
  ask?: (subject: NoteSubject) => void
  /** Removes a note from the list of unplaced notes; it stays in its owner's notes. */
  dismiss: (id: string) => void
}

/** What a viewer shows and returns in fractions of the page, for notes of any release. */
export function inFractions(notes: ShownNotes): ShownNotes {
  if (notes.unit === 'fraction') return notes
  return {
    ...notes,
    unit: 'fraction',
    notes: notesInFractions(notes.notes),
    add: (note) => notes.add({ ...note, subject: scaled(note.subject, percent) }),
    placeByHand: (id, subject) => notes.placeByHand(id, scaled(subject, percent)),
  }
}

/** The viewer only redraws what is a different object. */
const converted = new WeakMap<readonly ShownNote[], readonly ShownNote[]>()

function notesInFractions(notes: readonly ShownNote[]): readonly ShownNote[] {
  const known = converted.get(notes)
  if (known) return known
  const made = notes.map((note) => ({
    ...note,
    subject: scaled(note.subject, (share) => share / 100),
  }))
  converted.set(notes, made)
  return made
}

function scaled(
  { rectangle, ink, ...subject }: NoteSubject,
  scale: (value: number) => number,
): NoteSubject {
  const point = ({ x, y }: { x: number; y: number }) => ({ x: scale(x), y: scale(y) })
  return {
    ...subject,
    ...(rectangle
      ? {
          rectangle: {
            ...point(rectangle),
            width: scale(rectangle.width),
            height: scale(rectangle.height),
          },
        }
      : {}),
    ...(ink ? { ink: ink.map((line) => line.map(point)) } : {}),
  }
}
