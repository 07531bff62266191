import * as z from 'zod/mini'
import { boardDocument, documentParams, firstPage, versionNumber } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { longText } from './texts.ts'

/**
 * One state of a paper's bytes. `withdrawn` and `expired` versions keep their number; what describes their bytes is
 * absent, because those are deleted.
 */
export const paperVersion = z.object({
  /** From 1, without gaps. */
  number: z.number(),
  state: z.enum(['kept', 'withdrawn', 'expired']),
  /** ISO 8601, UTC; absent if it arrived before the portal kept versions. */
  arrived_at: z.optional(z.string()),
  /** When the file was last changed at its source. */
  modified_time: z.string(),
  /** Of the original bytes, in hex. */
  sha256: z.optional(z.string()),
  name: z.optional(z.string()),
  mime_type: z.optional(z.string()),
  /** In bytes. */
  size: z.optional(z.number()),
  pages: z.optional(z.number()),
  condition: z.optional(boardDocument.shape.condition),
  /** With the condition `broken`: it expands to more than can be opened. */
  too_large: z.optional(z.boolean()),
  first_page: z.optional(firstPage),
  damaged: z.optional(z.boolean()),
  /** `by` is an e-mail address, for admins. */
  withdrawn: z.optional(
    z.object({ at: z.string(), reason: z.string(), by: z.optional(z.string()) }),
  ),
})
export type PaperVersion = z.infer<typeof paperVersion>

/** A slot that shows the paper, and who mapped it when, as far as the audit has it. */
export const mappedSlot = z.object({
  /** The id of the slot's mapping. */
  id: z.string(),
  title: z.string(),
  at: z.optional(z.string()),
  by: z.optional(z.string()),
})
export type MappedSlot = z.infer<typeof mappedSlot>

export const versionsPage = z.object({
  /** Newest first. */
  versions: z.array(paperVersion),
  /** The number of the version that members read; absent if all are withdrawn. */
  shown: z.optional(z.number()),
  /** Where the next page continues: its versions have lower numbers. Absent on the last page. */
  next: z.optional(z.number()),
  /** For admins, on the first page. */
  mapped: z.optional(z.array(mappedSlot)),
})
export type VersionsPage = z.infer<typeof versionsPage>

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/documents/{id}/versions',
  callers: 'members',
  summary: 'The versions of a paper, newest first, paged; for admins also where it is mapped.',
  params: documentParams,
  query: z.object({
    before: z.optional(versionNumber),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
  }),
  reply: versionsPage,
})

export const withdrawalReason = longText(500).check(z.trim(), z.minLength(1))

export const withdrawVersion = endpoint({
  method: 'POST',
  path: '/api/documents/{id}/versions/{number}/withdraw',
  callers: 'admins',
  summary:
    'Withdraws a version for everybody: its bytes, text, pictures and differences are deleted, its number and the reason stay. Members read the newest version that is left. Versions of this paper with the same bytes are withdrawn with it. With quotations, their words are also deleted from everybody’s notes, in the background; nobody learns whether there were any. Repeating it returns the same version, and may add the quotations; for admins.',
  params: z.extend(documentParams, { number: versionNumber }),
  body: z.object({ reason: withdrawalReason, withQuotations: z.optional(z.boolean()) }),
  reply: paperVersion,
  fresh: true,
})

/** Part of a page, from 1, by positions among its letters (`pageLetters` of the domain); `to` is not included. */
const pageRange = z.object({ page: z.number(), from: z.number(), to: z.number() })

export const paperChanges = z.object({
  from: z.number(),
  to: z.number(),
  /** The id of the other paper that `from` is a version of; absent for two versions of one paper. */
  against: z.optional(z.string()),
  /** `unreadable`: one of the two can't be compared; `reason` says why. */
  state: z.enum(['compared', 'unreadable']),
  reason: z.optional(z.string()),
  /** One for each page of the newer version. */
  pages: z.array(
    z.object({
      page: z.number(),
      /** The page of the older version with most of its words; absent on an added page. */
      was: z.optional(z.number()),
      /**
       * `same`: the words are equal, and the pages look the same, apart from text at the head or foot of most pages, which
       * is compared once, and page numbers. `sameWords`: the words are equal, but they were typeset again at other places,
       * or the pages could not be compared by their pictures. `looksDifferent`: equal words or none, in a page that looks
       * different: a chart, a form field, an annotation. `looksSame` and `uncompared`: pages without text that look the
       * same, or that there was no picture of.
       */
      verdict: z.enum([
        'same',
        'changed',
        'moved',
        'added',
        'looksDifferent',
        'looksSame',
        'uncompared',
        'sameWords',
      ]),
    }),
  ),
  /** The pages of the older version that are gone. */
  removedPages: z.array(z.number()),
  passages: z.array(
    z.object({
      kind: z.enum(['added', 'removed', 'changed', 'moved']),
      /** In the older and in the newer version. */
      before: z.array(pageRange),
      after: z.array(pageRange),
      beforeText: z.string(),
      afterText: z.string(),
    }),
  ),
  /** The share of the newer version's words that are new or moved, from 0 to 1. */
  changedShare: z.number(),
  /** `2 passages changed, on pages 2 and 5`; `Nothing changed` only if every page is the same. */
  summary: z.string(),
})
export type PaperChanges = z.infer<typeof paperChanges>

export const getChanges = endpoint({
  method: 'GET',
  path: '/api/documents/{id}/changes',
  callers: 'members',
  summary:
    'What changed from one version of a paper to another, in either order; by default from the one before to the one that the portal shows. With `against`, what differs from another paper, by default from the version of it that the portal shows.',
  params: documentParams,
  query: z.object({
    from: z.optional(versionNumber),
    to: z.optional(versionNumber),
    /** The id of another paper, such as the one of last quarter; `from` is then a version of it. */
    against: z.optional(documentParams.shape.id),
  }),
  reply: paperChanges,
})
