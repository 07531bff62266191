import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A piece of a page with the words that were found. Plain text: the marks say where, nothing is HTML. */
const searchSnippet = z.object({
  text: z.string(),
  /** Offsets into `text` in UTF-16 units, `end` exclusive, in order. */
  marks: z.array(z.object({ start: z.number(), end: z.number() })),
})

export const searchHit = z.object({
  /** Of the document. */
  id: z.string(),
  name: z.string(),
  title: z.string(),
  /** Folder names from the drive's root, joined by `/`. */
  path: z.string(),
  /** The page that fits best, from 1; absent when only the name or the folder fits. */
  page: z.optional(z.number()),
  /** How many of the document's pages fit. */
  pages: z.number(),
  snippet: z.optional(searchSnippet),
})
export type SearchHit = z.infer<typeof searchHit>

export const searchResults = z.object({
  /** One a document, best first. */
  hits: z.array(searchHit),
  /** How many documents fit in all. */
  total: z.number(),
  /** False while papers are still being read in: there may be more to find in a moment. */
  complete: z.boolean(),
})
export type SearchResults = z.infer<typeof searchResults>

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'Documents by words of their names, folders and pages; beginnings and near misses count.',
  query: z.object({
    /** Every word must fit; where no page has them all, the most are taken. */
    q: z._default(z.string().check(z.maxLength(200)), ''),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 20),
  }),
  reply: searchResults,
})
