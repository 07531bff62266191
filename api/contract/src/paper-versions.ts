import * as z from 'zod/mini'
import { documentParams, firstPage, versionNumber } from './documents.ts'
import { endpoint } from './endpoint.ts'

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
  /** When the file was changed where it comes from. */
  modified_time: z.string(),
  /** Of the original bytes, in hex. */
  sha256: z.optional(z.string()),
  name: z.optional(z.string()),
  mime_type: z.optional(z.string()),
  /** In bytes. */
  size: z.optional(z.number()),
  pages: z.optional(z.number()),
  condition: z.optional(z.enum(['ready', 'broken', 'encrypted'])),
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
  summary: 'The versions of a paper, newest first, paged; for admins also where it is mapped.',
  params: documentParams,
  query: z.object({
    before: z.optional(versionNumber),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
  }),
  reply: versionsPage,
})

export const withdrawalReason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

export const withdrawVersion = endpoint({
  method: 'POST',
  path: '/api/documents/{id}/versions/{number}/withdraw',
  summary:
    'Withdraws a version for everybody: its bytes, text, pictures and differences are deleted, its number and the reason stay. Members read the newest version that is left. Versions of this paper with the same bytes are withdrawn with it. Repeating it returns the same version; for admins.',
  params: z.extend(documentParams, { number: versionNumber }),
  body: z.object({ reason: withdrawalReason }),
  reply: paperVersion,
})
