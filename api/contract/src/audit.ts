import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** One change, or one refusal of somebody who had signed in. Entries are only ever added. */
export const auditEntry = z.object({
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /**
   * An e-mail address, `admin key` for a server that held it, `release token <name>` for a team's machine, or
   * `health` for the portal itself, which watches how releases do.
   */
  by: z.string(),
  /** In the past tense: `mapping saved`. `denied` is a refusal. */
  what: z.string(),
  /** The id of what was changed; the endpoint, such as `PUT /api/resource-mappings/{id}`, of what was refused. */
  subject: z.string(),
  /** What was stored, null where there was or is none. */
  before: z.unknown(),
  after: z.unknown(),
  /** Of a refusal: the sentence that was answered. */
  reason: z.optional(z.string()),
  /** Of a refusal: how often it was repeated since the entry before, at least 1. */
  times: z.optional(z.number()),
})
export type AuditEntry = z.infer<typeof auditEntry>

const moment = z
  .string()
  .check(
    z.regex(
      /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/,
      'Not a day or a moment, such as 2026-11-20 or 2026-11-20T09:00:00Z',
    ),
  )
const text = (most: number) => z.optional(z.string().check(z.maxLength(most)))

/** Days are the foundation's. An empty filter is none. The newest come first unless `order` says otherwise. */
const filters = z.object({
  /** The first day or moment. */
  from: z.optional(moment),
  /** The day or moment before which the last entry lies. */
  to: z.optional(moment),
  /** An e-mail address in any case, or `admin key`. */
  who: text(320),
  what: text(200),
  subject: text(500),
  /** Words of what a person reads in an entry, in any order; beginnings count, case and accents don't. */
  q: text(200),
  order: z.optional(z.enum(['newest', 'oldest'])),
})
export type AuditFilters = z.infer<typeof filters>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  summary:
    'Who changed what and when, and who was refused, newest first or oldest, by filters and words; for admins.',
  query: z.extend(filters, {
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.maxLength(2000))),
  }),
  reply: z.object({
    entries: z.array(auditEntry),
    /**
     * Absent on the last page. A search looks through 1,000 entries at a time, so it may stand beside fewer than
     * `limit`, or none.
     */
    next: z.optional(z.string()),
  }),
})

/**
 * The same entries as a spreadsheet, all of them: CSV (RFC 4180) in UTF-8 with a byte order mark. A cell that a
 * spreadsheet would take for a formula begins with an apostrophe.
 */
export const downloadAudit = endpoint({
  method: 'GET',
  path: '/api/audit/csv',
  summary: 'The same entries as a spreadsheet; for admins.',
  query: filters,
  bytes: { type: 'text/csv' },
})
