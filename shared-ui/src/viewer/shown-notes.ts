import type { MarkedRange } from './shown-changes.ts'

export type NoteColor = 'yellow' | 'green' | 'blue' | 'pink'

/** In % of the page's width and height. */
export type PageRectangle = { x: number; y: number; width: number; height: number }

/** A line drawn by pencil or finger: points in % of the page. */
export type InkLine = readonly { x: number; y: number }[]

/** What a note is about: words, a rectangle, ink, or without any of them the whole page. */
export type NoteSubject = {
  /** From 1. */
  page: number
  /** The words with their context, and their position in the letters of the pages. */
  words?: { exact: string; prefix: string; suffix: string; ranges: readonly MarkedRange[] }
  /** The version with which its words were withdrawn. */
  withdrawnWith?: number
  rectangle?: PageRectangle
  ink?: readonly InkLine[]
}

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

/** The notes of the reader of an open paper. The viewer shows and edits them; who keeps them is not its concern. */
export type ShownNotes = {
  notes: readonly ShownNote[]
  /** The id of the note that the paper opens at. */
  opened?: string | undefined
  /** Notes on the paper that was shown in the same place before; absent without any. */
  earlier?: EarlierNotes | undefined
  /** `failed` has the sentence that says what to do. */
  saving: { state: 'saved' | 'saving' | 'offline' } | { state: 'failed'; message: string }
  /** Adds a note; returns its id. */
  add: (note: Pick<ShownNote, 'color' | 'text' | 'subject'>) => string
  change: (id: string, change: Partial<Pick<ShownNote, 'color' | 'text'>>) => void
  remove: (id: string) => void
  /** Brings back what was removed last. */
  restore: (id: string) => void
  /** Places a note by hand. */
  placeByHand: (id: string, subject: NoteSubject) => void
  /** Takes a note off the list of those that aren't placed; it stays in its owner's notes. */
  dismiss: (id: string) => void
}
