import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** One change, one refusal of a signed-in person, or one access. Entries are never changed. */
export const auditEntry = z.object({
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /**
   * An e-mail address, `admin key` for a server, `release token <name>` for a team's CI, or `health` or `scrub` for the
   * portal itself, which watches release health and checks its stored files.
   */
  by: z.string(),
  /**
   * The name that the person has now, by their account or the directory; absent if they have none or are gone. It isn't
   * part of the stored entry.
   */
  byName: z.optional(z.string()),
  /** The id of the person's account. */
  byId: z.optional(z.string()),
  /** In the past tense: `mapping saved`. `denied` is a refusal. */
  what: z.string(),
  /**
   * The id of the changed object or the downloaded paper; for a refusal, the endpoint, such as
   * `PUT /api/resource-mappings/{id}`; for sign-ins and sign-outs, the device.
   */
  subject: z.string(),
  /** The stored values, null if there were or are none. */
  before: z.unknown(),
  after: z.unknown(),
  /** For a refusal: its message. For a change of a release: the reason that its author gave. */
  reason: z.optional(z.string()),
  /** For a refusal: how often it happened since the previous entry, at least 1. */
  times: z.optional(z.number()),
  /** The names that papers in `subject`, `before` and `after` have now, by their ids; a deleted one’s last known name. */
  papers: z.optional(z.record(z.string(), z.string())),
  /** For `change undone`: the change that it took back. */
  undoes: z.optional(z.object({ entry: z.string(), what: z.string() })),
})
export type AuditEntry = z.infer<typeof auditEntry>

const moment = z
  .string()
  .check(
    z.regex(
      /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/,
      'Not a date or time, such as 2026-11-20 or 2026-11-20T09:00:00Z',
    ),
  )
const text = (most: number) => z.optional(z.string().check(z.maxLength(most)))

/** Days are in the foundation's zone. An empty filter is ignored. Newest first by default. */
const filters = z.object({
  /**
   * `changes`, the default: changes and refusals. `access`: sign-ins, sign-outs and downloads, and when admins opened the
   * list of users or the audit.
   */
  show: z.optional(z.enum(['changes', 'access'])),
  /** Inclusive day or time. */
  from: z.optional(moment),
  /** Exclusive day or time. */
  to: z.optional(moment),
  /** An e-mail address in any case, or part of a name or address: words in any order, ignoring case and accents. */
  who: text(320),
  what: text(200),
  subject: text(500),
  /** Words in an entry's displayed text, in any order; matches prefixes, ignoring case and accents. */
  q: text(200),
  order: z.optional(z.enum(['newest', 'oldest'])),
})
export type AuditFilters = z.infer<typeof filters>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  callers: 'admins',
  summary:
    'Who changed what and when, who was refused, and who signed in or downloaded, with filters and search; for admins.',
  query: z.extend(filters, {
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
    /** The `next` of the previous page. */
    after: z.optional(z.string().check(z.maxLength(2000))),
  }),
  reply: z.object({
    entries: z.array(auditEntry),
    /**
     * Absent on the last page. A search reads 1,000 entries per request, so a page may contain fewer than `limit`
     * entries, or none, and still have a `next`.
     */
    next: z.optional(z.string()),
  }),
})

/**
 * All matching entries as CSV (RFC 4180) in UTF-8 with a byte order mark. An apostrophe precedes anything that a
 * spreadsheet could evaluate as a formula, also after a semicolon or a tab inside a cell. After the stored values, columns
 * repeat the time in the foundation's zone, the subject's name, the change and the person in words, and the person's id.
 */
export const downloadAudit = endpoint({
  method: 'GET',
  path: '/api/audit/csv',
  callers: 'admins',
  summary: 'The same entries as CSV; for admins.',
  query: filters,
  bytes: { type: 'text/csv' },
})
