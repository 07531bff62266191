import type { AuditEntry, AuditFilters, listAudit } from '@portal/contract/audit'
import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import * as z from 'zod/mini'
import { mustManagePortal } from '../access.ts'
import { Refusal } from '../refusal.ts'
import { collection } from '../store/collection.ts'
import type { ListQuery, StoreOperations } from '../store/document-store.ts'
import { startOfDay } from '../zone-days.ts'
import { csvHead, csvLine } from './audit-csv.ts'
import { adminKey, auditCollection, releaseTokenName } from './record-change.ts'

export type AuditService = {
  list: (
    person: Person,
    filters: AuditFilters & { limit: number; after?: string | undefined },
  ) => Promise<Reply<typeof listAudit>>
  /** Every entry as a line of CSV, read a page at a time while it is sent. */
  csv: (person: Person, filters: AuditFilters) => AsyncIterable<string>
}

const storedEntry = z.object({
  at: z.string(),
  by: z.union([
    z.object({ email: z.string() }),
    z.object({ key: z.string() }),
    z.object({ portal: z.string() }),
    z.object({ releaseToken: z.object({ name: z.string() }) }),
  ]),
  what: z.string(),
  subject: z.string(),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  reason: z.optional(z.string()),
  times: z.optional(z.number()),
})

/** How many entries are read at a time for a download. */
const pageSize = 200

/** Only admins read the audit, and nobody changes it. */
export function createAuditService({
  store,
  timeZone,
}: {
  store: StoreOperations
  timeZone: string
}): AuditService {
  const stored = collection(store, auditCollection, storedEntry)

  const page = async (query: ListQuery) => {
    const { documents, next } = await stored.list({ orderBy: 'at', descending: true, ...query })
    return { entries: documents.map(shownEntry), ...(next === undefined ? {} : { next }) }
  }

  /** Everything is judged before the first byte is sent. */
  const lines = async function* (query: ListQuery) {
    yield csvHead
    let after: string | undefined
    do {
      const { entries, next } = await page({
        ...query,
        limit: pageSize,
        ...(after === undefined ? {} : { after }),
      })
      if (entries.length > 0) yield entries.map(csvLine).join('')
      after = next
    } while (after !== undefined)
  }

  return {
    async list(person, { limit, after, ...filters }) {
      mustManagePortal(person)
      const query = queryOf(filters, timeZone)
      return page({ ...query, limit, ...(after === undefined ? {} : { after }) })
    },
    csv(person, filters) {
      mustManagePortal(person)
      return lines(queryOf(filters, timeZone))
    },
  }
}

function shownEntry({
  id,
  at,
  by,
  what,
  subject,
  before,
  after,
  reason,
  times,
}: z.infer<typeof storedEntry> & { id: string }): AuditEntry {
  return {
    id,
    at,
    by: shownActor(by),
    what,
    subject,
    before: before ?? null,
    after: after ?? null,
    ...(reason === undefined ? {} : { reason }),
    ...(times === undefined ? {} : { times }),
  }
}

function shownActor(by: z.infer<typeof storedEntry>['by']): string {
  if ('key' in by) return adminKey
  if ('portal' in by) return by.portal
  return 'releaseToken' in by ? releaseTokenName(by.releaseToken.name) : by.email
}

function queryOf({ from, to, who, what, subject }: AuditFilters, timeZone: string): ListQuery {
  const where = Object.entries({ who: who?.trim().toLowerCase(), what, subject }).filter(
    (filter): filter is [string, string] => filter[1] !== undefined && filter[1] !== '',
  )
  return {
    where: Object.fromEntries(where),
    ...(from === undefined ? {} : { from: momentOf(from, timeZone) }),
    ...(to === undefined ? {} : { to: momentOf(to, timeZone) }),
  }
}

/** As entries keep it, so that texts compare as times do. */
function momentOf(text: string, timeZone: string): string {
  const moment = text.includes('T') ? new Date(text) : startOfDay(text, timeZone)
  if (!moment || Number.isNaN(moment.getTime())) {
    throw new Refusal('badRequest', `${text} is not a date.`)
  }
  return moment.toISOString()
}
