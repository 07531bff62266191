import type { PlacedNote } from '@portal/contract/notes'

/** The content of a board book, in order. The same input always makes the same bytes. */
export type BookInput = {
  /** The book's id, in hex. */
  id: string
  foundation: string
  /** `Q4 2026 Board Meeting`. */
  title: string
  /** Date, time and place, one below the other. */
  lines: readonly string[]
  /** Sentences on the cover and above the contents: whether the book has only changes, and whose notes it has. */
  about: readonly string[]
  agenda: readonly BookItem[]
  papers: readonly BookPaper[]
  /** Names of the papers that are left out because they haven't changed. */
  unchanged: readonly string[]
  /** Names of the papers that are left out because their words haven't changed; they may look different. */
  sameWords: readonly string[]
}

type BookItem = {
  /** `9:00 AM`. */
  time: string
  title: string
  /** The speaker and the minutes, as one line; may be empty. */
  details: string
  /** Its papers, as positions in the book's list of papers. */
  papers: readonly {
    paper: number
    /** `pages 3–5`. */ pages?: string
    /** From 1. */ first?: number
  }[]
}

export type BookPaper = {
  name: string
  /** The agenda item that it is for: `3. Finance`. */
  item?: string
  /** What changed in it, shown below its name in the contents. */
  remark?: string
  /** The pages to copy, from 1, in order; all if absent. */
  pages?: readonly number[]
  notes?: BookNotes
  inPortal?: PlaceInPortal
  /** The local path of its PDF, or why the book has a page with a link instead. */
  content: { path: string; sha256: string } | { reason: string; link?: string }
}

/** Where the portal shows a paper; printed on its placeholder page. */
export type PlaceInPortal = {
  /** The navigation path: `Meeting Materials › Q4 2026 › Budget Update`. */
  names: string
  /** Absent if the portal doesn't know its own address. */
  address?: string
}

/** One person's notes on a version of a paper. */
type BookNotes = { version: number; notes: readonly PlacedNote[]; author: string }

/** The paper as it is, and a line in the contents that says so. */
export function withoutNotes({ notes: _notes, remark, ...paper }: BookPaper): BookPaper {
  const sentence = 'Without your notes: they can’t be written into this paper.'
  return { ...paper, remark: [remark, sentence].filter(Boolean).join('. ') }
}

/** What the maker reports about the finished book. */
export type MadeBook = {
  pages: number
  /** The cover, the contents and the agenda. */
  sections: { kind: 'cover' | 'contents' | 'agenda'; title: string; page: number; pages: number }[]
  /** Per paper: its first page in the book, from 1, its number of pages, and why it has a placeholder instead. */
  papers: { page: number; pages: number; reason?: string }[]
  /** The bytes that page 1 needs and those that are read on opening, as for a rewritten paper. */
  head: number
  tail: number
}
