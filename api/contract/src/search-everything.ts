import { anyMeetingId } from '@portal/domain/meeting-ref'
import { bodyLimits } from '@portal/domain/bodies'
import { quarterNumber, quarterYear } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { boardDocument, firstPage, paperProblem } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { searchSnippet } from './search.ts'

export const foundKinds = ['paper', 'agendaItem', 'person', 'note'] as const
export type FoundKind = (typeof foundKinds)[number]

/** One result of any kind; which of the optional fields it has depends on its kind. */
export const found = z.object({
  /** One of `foundKinds`. Later versions may add others: leave out what you don't know. */
  kind: z.string(),
  /** The id of the document, agenda item, directory entry or note. */
  id: z.string(),
  /** The paper's title, the item's title, the person's name, or the note's text or quotation. */
  title: z.string(),
  /** Where it is, in plain words: folders, the agenda’s title, role and department, or the note's paper. */
  place: z.string(),
  /** Of an agenda item; of a paper or a note on one: the newest quarter that shows the paper. */
  quarter: z.optional(z.object({ year: z.number(), quarter: z.number() })),
  /** The slot of `quarter` that shows the paper. */
  materialType: z.optional(z.string()),
  /** Of the same results: another meeting that is newer than `quarter`, what lists call it, and the paper's key in it. */
  meeting: z.optional(
    z.object({ id: z.string(), name: z.string(), materialType: z.optional(z.string()) }),
  ),
  /** Of a note: its paper. */
  documentId: z.optional(z.string()),
  /** Of a note: the version of its paper that `page` is of. */
  version: z.optional(z.number()),
  /** The best matching page, or the note's, from 1; absent if only the name or folder matches. */
  page: z.optional(z.number()),
  /** Of a paper: the number of matching pages. */
  pages: z.optional(z.number()),
  /** Absent if only the title or place matches. */
  snippet: z.optional(searchSnippet),
  /** Of a paper. */
  mime_type: z.optional(z.string()),
  condition: z.optional(boardDocument.shape.condition),
  problem: paperProblem,
  first_page: z.optional(firstPage),
})
export type Found = z.infer<typeof found>

export const foundEverything = z.object({
  /** Best first. */
  found: z.array(found),
  /** The number of results of each kind, without the filter by kind. */
  counts: z.record(z.string(), z.number()),
  /** The number of results of the kinds asked for; not all of them need to be in `found`. */
  total: z.number(),
  /** False while something is still being indexed, so that more may be found soon. */
  complete: z.boolean(),
})
export type FoundEverything = z.infer<typeof foundEverything>

export const searchEverything = endpoint({
  method: 'GET',
  path: '/api/search/everything',
  callers: 'members',
  personal: true,
  summary:
    'Finds papers, agenda items, people and the caller’s own notes by their words; matches prefixes and near misses. Only what the caller can open.',
  query: z.object({
    q: z._default(z.string().check(z.maxLength(200)), ''),
    /** Kinds, separated by commas; all if absent. */
    kinds: z.optional(z.string().check(z.maxLength(200))),
    /** Both or neither: only what belongs to this quarter. */
    year: z.optional(quarterYear),
    quarter: z.optional(quarterNumber),
    /** Only what belongs to this meeting, by its id: `2026-Q4` or `2026-11-12-finance`. */
    meeting: z.optional(anyMeetingId),
    /** Only what belongs to meetings of this body. */
    body: z.optional(z.string().check(z.maxLength(bodyLimits.id))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 20),
  }),
  reply: foundEverything,
})
