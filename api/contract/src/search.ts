import * as z from 'zod/mini'
import { boardDocument, firstPage, paperProblem } from './documents.ts'
import { endpoint } from './endpoint.ts'

/** An excerpt of a page with the words found. Plain text with offsets, never HTML. */
export const searchSnippet = z.object({
  text: z.string(),
  /** Offsets into `text` in UTF-16 units, `end` exclusive, in order. */
  marks: z.array(z.object({ start: z.number(), end: z.number() })),
})

export const searchHit = z.object({
  /** The document's id. */
  id: z.string(),
  name: z.string(),
  title: z.string(),
  /** Folder names from the drive's root, joined by `/`. */
  path: z.string(),
  /** The best matching page, from 1; absent if only the name or folder matches. */
  page: z.optional(z.number()),
  /** Number of matching pages. */
  pages: z.number(),
  snippet: z.optional(searchSnippet),
  /** The document's own. */
  mime_type: z.optional(z.string()),
  condition: z.optional(boardDocument.shape.condition),
  problem: paperProblem,
  first_page: z.optional(firstPage),
})
export type SearchHit = z.infer<typeof searchHit>

export const searchResults = z.object({
  /** One hit per document, best first. */
  hits: z.array(searchHit),
  /** Total number of matching documents. */
  total: z.number(),
  /** False while papers are still being indexed, so that more may be found soon. */
  complete: z.boolean(),
})
export type SearchResults = z.infer<typeof searchResults>

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  callers: 'members',
  summary:
    'Finds documents by words in their names, folders and pages; matches prefixes and near misses.',
  query: z.object({
    /** Pages with all the words are preferred; otherwise those with the most of them. */
    q: z._default(z.string().check(z.maxLength(200)), ''),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 20),
  }),
  reply: searchResults,
})
