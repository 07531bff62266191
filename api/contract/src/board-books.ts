import { quarterParams } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Part of a board book, in the order of its pages. */
export const bookPart = z.object({
  /** `cover`, `contents`, `agenda`, `paper`, or `placeholder` for what can't be copied; others may be added. */
  kind: z.string(),
  title: z.string(),
  /** Its first page in the book, from 1. */
  page: z.number(),
  pages: z.number(),
  /** The agenda item that it belongs to. */
  itemId: z.optional(z.string()),
  /** The slot of the quarter that it comes from. */
  materialType: z.optional(z.string()),
  /** Of a paper. */
  documentId: z.optional(z.string()),
  version: z.optional(z.number()),
  /** Of a placeholder: why the paper itself isn't in the book. */
  reason: z.optional(z.string()),
})
export type BookPart = z.infer<typeof bookPart>

/** A finished book. Immutable: another content is another book. */
export const boardBook = z.object({
  /** Names its inputs: papers, agenda and options. */
  id: z.string(),
  /** Counts the quarter's books, from 1; absent for books of one person. */
  number: z.optional(z.number()),
  /** ISO 8601, UTC: when it was made first. */
  madeAt: z.string(),
  pages: z.number(),
  /** In bytes. */
  size: z.number(),
  /** In hex. */
  sha256: z.string(),
  parts: z.array(bookPart),
})
export type BoardBook = z.infer<typeof boardBook>

export const boardBookState = z.object({
  /** Of the book with the quarter's papers and agenda as they are now. `none`: nobody has asked for it yet. */
  state: z.enum(['none', 'making', 'ready', 'failed']),
  /** While it is made: papers done and in total. */
  progress: z.optional(z.object({ done: z.number(), total: z.number() })),
  /** Why it failed, as one sentence. */
  reason: z.optional(z.string()),
  /** The newest finished book; of earlier papers unless `state` is `ready`. */
  book: z.optional(boardBook),
  /** The earlier books that are kept, newest first; none for books of one person. */
  earlier: z.array(boardBook),
  /** The book that the caller has taken as their copy, if they keep what they read. Nobody else receives it. */
  copy: z.optional(z.object({ id: z.string(), number: z.number(), takenAt: z.string() })),
})
export type BoardBookState = z.infer<typeof boardBookState>

const bookId = z.string().check(z.regex(/^[\da-f]{64}$/))

const flag = z._default(z.enum(['true', 'false']), 'false')

/** What a book has in it besides the quarter's papers. Books with either are the caller's own. */
const bookOptions = z.object({
  /** The caller's notes, as PDF annotations. */
  notes: flag,
  /** Only the pages that have changed since the caller's copy. */
  changes: flag,
})

export const getBoardBook = endpoint({
  method: 'GET',
  path: '/api/meetings/{year}/{quarter}/book',
  callers: 'members',
  personal: true,
  summary:
    'A quarter’s board book: all of its papers in agenda order as one PDF, and whether it is up to date. 404 if the quarter has nothing that the caller can read.',
  params: quarterParams,
  ofMeetings: true,
  query: bookOptions,
  reply: boardBookState,
})

export const makeBoardBook = endpoint({
  method: 'POST',
  path: '/api/meetings/{year}/{quarter}/book',
  callers: 'members',
  personal: true,
  summary:
    'Starts to make the board book if it isn’t up to date; it is made in the background. Repeating it starts nothing twice.',
  params: quarterParams,
  ofMeetings: true,
  body: z.object({ notes: z.optional(z.boolean()), changes: z.optional(z.boolean()) }),
  reply: boardBookState,
  fresh: 'own',
})

export const getBoardBookFile = endpoint({
  method: 'GET',
  path: '/api/meetings/{year}/{quarter}/book/{id}/file',
  callers: 'members',
  personal: true,
  summary: 'A finished board book. 404 if it isn’t kept any more, or is another person’s.',
  params: z.extend(quarterParams, { id: bookId }),
  ofMeetings: true,
  bytes: { type: 'application/pdf', ranges: true },
})

export const takeBoardBook = endpoint({
  method: 'PUT',
  path: '/api/meetings/{year}/{quarter}/book/copy',
  callers: 'members',
  personal: true,
  summary:
    'Records which board book the caller has taken, so that a later one can show what has changed since. Kept with what they read, and erased with it; not kept if they have switched that off.',
  params: quarterParams,
  ofMeetings: true,
  body: z.object({ id: bookId }),
  reply: boardBookState,
  fresh: 'own',
})
