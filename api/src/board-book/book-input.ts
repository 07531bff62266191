/** Everything that a board book consists of, in its order. The same input always makes the same bytes. */
export type BookInput = {
  foundation: string
  /** `Q4 2026 Board Meeting`. */
  title: string
  /** Date, time and place, one below the other. */
  lines: readonly string[]
  /** ISO 8601, UTC: when its newest part was changed. */
  changedAt: string
  agenda: readonly BookItem[]
  papers: readonly BookPaper[]
}

export type BookItem = {
  /** `9:00 AM`. */
  time: string
  title: string
  /** The speaker and the minutes, as one line; may be empty. */
  details: string
  /** Its papers, by their positions in the book's list. */
  papers: readonly number[]
}

export type BookPaper = {
  name: string
  /** The agenda item that it is for: `3. Finance`. */
  item?: string
  version?: number
  /** Where its PDF is on this machine, or why the book has a page with a link instead. */
  content: { path: string; sha256: string } | { reason: string; link?: string }
}

/** What was made of it. */
export type MadeBook = {
  pages: number
  /** For each paper its first page in the book, from 1, and its number of pages. */
  papers: { page: number; pages: number; isPlaceholder: boolean }[]
  /** As of a rewritten paper: bytes that page 1 needs, and those that are read at opening. */
  head: number
  tail: number
}
