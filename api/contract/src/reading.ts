import { anyMeetingId } from '@portal/domain/meeting-ref'
import * as z from 'zod/mini'
import { nobodyElseReceives } from '@portal/domain/privacy-promise'
import { paperVersion } from './bounds.ts'
import { endpoint } from './endpoint.ts'

/** The most of one report, and how many versions of a paper are kept in a record. */
export const readingLimits = { papers: 20, pages: 200, versions: 10, lastPage: 20_000 } as const

const documentId = z.string().check(z.minLength(1), z.maxLength(200))
const page = z.number().check(z.int(), z.gte(1), z.lte(readingLimits.lastPage))

/** What the caller has read of one paper. */
export const paperReading = z.object({
  documentId,
  /** The newest version that the caller has opened, up to the one that the portal shows now; absent if there is none. */
  version: z.optional(z.number()),
  /** When they read it last, ISO 8601, UTC. */
  readAt: z.optional(z.string()),
  /** The pages of that version that they have read, from 1, in order. */
  pages: z.array(z.number()),
  /** Of the versions before the one that the portal shows now, the newest that they have opened. */
  earlier: z.optional(z.object({ version: z.number(), readAt: z.string() })),
  /** The version that the portal shows now was read to its end, or marked as read. */
  isRead: z.boolean(),
  /** Minutes left at the caller's own pace, rounded up; absent if the paper's words aren't known. */
  minutesLeft: z.optional(z.number()),
})
export type PaperReading = z.infer<typeof paperReading>

export const reading = z.object({
  /** Whether the portal keeps what the caller reads; they can switch it off. */
  isOn: z.boolean(),
  /** Words a minute, by what the caller has read so far. */
  pace: z.number(),
  papers: z.array(paperReading),
})
export type Reading = z.infer<typeof reading>

export const getReading = endpoint({
  method: 'GET',
  path: '/api/reading',
  callers: 'members',
  personal: 'records',
  summary: `What the caller has read. With a meeting or a document: only of its papers, the unread ones too, with the minutes that are left. ${nobodyElseReceives('it')}`,
  query: z.object({
    year: z.optional(z.coerce.number().check(z.int(), z.gte(1970), z.lte(2100))),
    quarter: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(4))),
    meeting: z.optional(anyMeetingId),
    documentId: z.optional(documentId),
  }),
  reply: reading,
})

/** What the portal keeps of the caller's reading, as it is stored. */
export const keptReading = z.object({
  isOn: z.boolean(),
  papers: z.array(
    z.object({
      documentId: z.string(),
      /** Absent if the paper is gone. */
      name: z.optional(z.string()),
      /** The newest first. */
      versions: z.array(
        z.object({
          version: z.number(),
          /** For how many seconds each page was on the screen, from page 1. */
          seconds: z.array(z.number()),
          /** Marked by hand as read or unread; otherwise the pages decide. */
          isMarked: z.optional(z.boolean()),
          /** ISO 8601, UTC. */
          readAt: z.string(),
        }),
      ),
    }),
  ),
  /** The board books that the caller has taken as their copies. */
  books: z.array(
    z.object({
      /** The id of the meeting: `2026-Q4`, or `2026-11-12-finance`. */
      quarter: z.string(),
      /** What the meeting is called; absent if the caller may not see it any more. */
      name: z.optional(z.string()),
      number: z.number(),
      /** ISO 8601, UTC. */
      takenAt: z.string(),
    }),
  ),
})
export type KeptReading = z.infer<typeof keptReading>

export const exportReading = endpoint({
  method: 'GET',
  path: '/api/reading/export',
  callers: 'members',
  personal: 'records',
  summary: `Everything that the portal keeps of what the caller has read. ${nobodyElseReceives('it')}`,
  reply: keptReading,
})

/** Part of a report: what was seen of one version of a paper. */
export const readPaper = z.object({
  documentId,
  version: paperVersion,
  /** For how many seconds in all each page has been on the screen since the paper was opened. */
  pages: z
    .array(z.object({ page, seconds: z.number().check(z.gte(0), z.lte(86_400)) }))
    .check(z.maxLength(readingLimits.pages)),
  /** Marks the paper as read or, without its pages, as unread. */
  isRead: z.optional(z.boolean()),
})
export type ReadPaper = z.infer<typeof readPaper>

export const reportReading = endpoint({
  method: 'POST',
  path: '/api/reading',
  callers: 'members',
  personal: 'records',
  summary:
    'Adds what the caller has read; the documents are in the body, so that no log names them. Reports are merged, so that devices never overwrite each other and a repeated report changes nothing. Changes nothing while keeping it is switched off.',
  body: z.object({
    papers: z.array(readPaper).check(z.minLength(1), z.maxLength(readingLimits.papers)),
  }),
  fresh: 'own',
})

export const setReading = endpoint({
  method: 'PUT',
  path: '/api/reading/settings',
  callers: 'members',
  personal: 'records',
  summary:
    'Switches on or off that the portal keeps what the caller reads. Repeating it changes nothing.',
  body: z.object({ isOn: z.boolean() }),
  fresh: 'own',
})

export const eraseReading = endpoint({
  method: 'DELETE',
  path: '/api/reading',
  callers: 'members',
  personal: 'records',
  summary: 'Erases everything that the caller has read, at once. Repeating it changes nothing.',
  fresh: 'own',
})
