import { boardBook, type BookPart } from '@portal/contract/board-books'
import type { PlacedNote } from '@portal/contract/notes'
import * as z from 'zod/mini'
import type { ChangeToMark } from '../note-exports/note-exports-feature.ts'

/**
 * A board book on its way from the plan to the store. Each stage is the one before with something more: `BookPlan` (what
 * it will contain), `BookInput` (with its papers' files, for the worker), `WrittenBook` (what the worker reports),
 * `StoredBook` (what is kept, and sent).
 */
type Book = {
  /** The hash of everything that the plan depends on, in hex. */
  id: string
  foundation: string
  /** `Q4 2026 Board Meeting`. */
  title: string
  /** Date, time and place, one below the other. */
  lines: readonly string[]
  agenda: readonly BookItem[]
}

type BookItem = {
  /** `9:00 AM`. */
  time: string
  /** `2.`; empty if the title has its own. */
  number: string
  title: string
  /** These three may be empty. */
  speaker: string
  description: string
  /** `20 min`. */
  duration: string
  /** Its papers, as positions in the book's list of papers. */
  papers: readonly {
    paper: number
    /** `pages 3–5`. */ pages?: string
    /** From 1. */ first?: number
  }[]
}

const includedVersion = z.object({
  documentId: z.string(),
  version: z.number(),
  /** Hash of the original, in hex. */
  sha256: z.string(),
})
export type IncludedVersion = z.infer<typeof includedVersion>

/** Why the book has a page with a link instead of the paper. */
type Placeholder = { reason: string; link?: string }

/** Where the portal shows a paper; printed on its placeholder page. */
export type PlaceInPortal = {
  /** The navigation path: `Meeting Materials › Q4 2026 › Budget Update`. */
  names: string
  /** Absent if the portal doesn't know its own address. */
  address?: string
}

/** What a book will contain, decided before the papers' files are read. */
export type BookPlan = Book & {
  cover: Pick<Cover, 'accent'> & {
    /** Addresses with a hash of the picture. */
    logoUrl?: string | undefined
    signInPictureUrl?: string | undefined
  }
  /** Whether members see an agenda of the meeting, which the book has in it. */
  hasAgenda: boolean
  papers: PlannedPaper[]
  /** The person whose notes are in it. */
  author?: string
  /** The versions to compare with; only in a book of changes. */
  since?: { number: number; papers: IncludedVersion[] }
}

export type PlannedPaper = {
  name: string
  materialType: string
  /** The agenda item that it is for: `3. Finance`. */
  item?: { id: string; label: string }
  content: IncludedVersion | Placeholder
  /** Absent for a paper that the portal doesn't have. */
  inPortal?: PlaceInPortal
  /** Ids and revisions of the owner's notes on it. */
  notes?: string[]
}

type Cover = {
  /** The foundation's color, for a white background: `#1d4f45`. */
  accent: string
  /** The bytes of an image. */
  logo?: Uint8Array | undefined
  picture?: Uint8Array | undefined
}

/** The content of a book, in order. The same input always makes the same bytes. */
export type BookInput = Book & {
  cover: Cover
  /** Sentences on the cover and above the contents: whether the book has only changes, and whose notes it has. */
  about: readonly string[]
  papers: readonly BookPaper[]
  /** Names of the papers that are left out because they haven't changed. */
  unchanged: readonly string[]
  /** Names of the papers that are left out because their words haven't changed; they may look different. */
  sameWords: readonly string[]
  /** Names of what a book of changes leaves out because the portal has no PDF of it. */
  uncompared: readonly string[]
}

export type BookPaper = Pick<PlannedPaper, 'name' | 'item' | 'inPortal'> & {
  /** What changed in it, shown below its name in the contents. */
  remark?: string
  /** The pages to copy, from 1, in order; all if absent. */
  pages?: readonly number[]
  /** One person's notes on a version of the paper. */
  notes?: { version: number; notes: readonly PlacedNote[]; author: string }
  /** What is marked as changed. */
  changes?: readonly ChangeToMark[]
  /** With the local path of its PDF. */
  content: (Pick<IncludedVersion, 'sha256'> & { path: string }) | Placeholder
}

/** The worker's input. */
export type BookJob = {
  input: BookInput
  /** Path of the file to write. */
  to: string
  /** One 32-bit integer: the number of papers done. */
  progress: SharedArrayBuffer
}

/** The PDF of a book. */
export type MadeBook = {
  pages: number
  /** The cover, the contents and the agenda. */
  sections: (Pick<BookPart, 'title' | 'page' | 'pages'> & {
    kind: 'cover' | 'contents' | 'agenda'
  })[]
  /** The place of each paper, and why it has a placeholder instead. */
  papers: Pick<BookPart, 'page' | 'pages' | 'reason'>[]
  /** How many bytes at either end of the file page 1 needs. */
  head: number
  tail: number
}

/** `sha256`: of the file, in hex. `size`: in bytes. */
export type WrittenBook = MadeBook & { size: number; sha256: string }
export type BookOutcome = { book: WrittenBook } | { failed: 'full' | 'defect'; cause: string }

/** A book in a temporary folder. `sources` has the planned paper for each paper of the book. */
export type BuiltBook = WrittenBook & { path: string; sources: PlannedPaper[] }

export const storedBook = z.extend(boardBook, {
  /** As in `MadeBook`. */
  head: z.number(),
  tail: z.number(),
  title: z.string(),
  hasAgenda: z.boolean(),
  /** The paper versions that it contains. */
  papers: z.array(includedVersion),
})
export type StoredBook = z.infer<typeof storedBook>

/** The record of a finished book. `number` is undefined for a personal one. */
export function storedBookOf(
  plan: BookPlan,
  built: BuiltBook,
  { number, madeAt }: { number: number | undefined; madeAt: string },
): StoredBook {
  const { id, title, hasAgenda } = plan
  const { pages, size, sha256, head, tail } = built
  const numbered = number === undefined ? {} : { number }
  const parts = partsOf(built)
  const papers = versionsOf(plan)
  return {
    id,
    ...numbered,
    madeAt,
    pages,
    size,
    sha256,
    head,
    tail,
    title,
    parts,
    hasAgenda,
    papers,
  }
}

function partsOf({ sections, papers, sources }: BuiltBook): BookPart[] {
  return [
    ...sections,
    ...papers.map(({ reason, ...place }, index): BookPart => {
      const { name, materialType, item, content } = sources[index]!
      return {
        kind: reason === undefined ? 'paper' : 'placeholder',
        title: name,
        ...place,
        ...(item ? { itemId: item.id } : {}),
        materialType,
        ...('sha256' in content
          ? { documentId: content.documentId, version: content.version }
          : {}),
        ...(reason === undefined ? {} : { reason }),
      }
    }),
  ]
}

/** The paper versions that the book copies pages from. */
export function versionsOf({ papers }: BookPlan): IncludedVersion[] {
  return papers.flatMap(({ content }) => ('sha256' in content ? [content] : []))
}

/** The paper without its notes and marks, with a line in the contents about that. */
export function unmarked({ notes, changes: _changes, remark, ...paper }: BookPaper): BookPaper {
  const sentence = notes
    ? 'Without your notes: they can’t be written into this paper.'
    : 'What changed isn’t marked: marks can’t be written into this paper.'
  return { ...paper, remark: [remark, sentence].filter(Boolean).join('. ') }
}
