import type { PlacedNote } from '@portal/contract/notes'

/** Everything that a board book consists of, in its order. The same input always makes the same bytes. */
export type BookInput = {
  /** The book's id, in hex. */
  id: string
  foundation: string
  /** `Q4 2026 Board Meeting`. */
  title: string
  /** Date, time and place, one below the other. */
  lines: readonly string[]
  /** Sentences on the cover and above the contents: what of the papers is in this book, and whose notes. */
  about: readonly string[]
  agenda: readonly BookItem[]
  papers: readonly BookPaper[]
  /** Names of papers that are left out because they haven't changed. */
  unchanged: readonly string[]
}

type BookItem = {
  /** `9:00 AM`. */
  time: string
  title: string
  /** The speaker and the minutes, as one line; may be empty. */
  details: string
  /** Its papers, by their positions in the book's list. */
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
  /** Below its name in the contents: what changed in it. */
  remark?: string
  /** The pages that are copied, from 1, in their order; all if absent. */
  pages?: readonly number[]
  notes?: BookNotes
  inPortal?: PlaceInPortal
  /** Where its PDF is on this machine, or why the book has a page with a link instead. */
  content: { path: string; sha256: string } | { reason: string; link?: string }
}

/** Where the portal shows a paper, for a page that stands in for it. */
export type PlaceInPortal = {
  /** The names that lead to it: `Meeting Materials › Q4 2026 › Budget Update`. */
  names: string
  /** Absent if the portal doesn't know its own address. */
  address?: string
}

/** One person's notes on a version of a paper. */
type BookNotes = { version: number; placed: readonly PlacedNote[]; author: string }

/** What was made of it. */
export type MadeBook = {
  pages: number
  /** The cover, the contents and the agenda. */
  sections: { kind: 'cover' | 'contents' | 'agenda'; title: string; page: number; pages: number }[]
  /** For each paper its first page in the book, from 1, its number of pages, and why it isn't in the book itself. */
  papers: { page: number; pages: number; reason?: string }[]
  /** As of a rewritten paper: bytes that page 1 needs, and those that are read at opening. */
  head: number
  tail: number
}
