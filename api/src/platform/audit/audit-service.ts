import { comparableEmail, isEmailAddress } from '@portal/domain/email-address'
import type { AuditEntry, AuditFilters, listAudit } from '@portal/contract/audit'
import {
  entryInWords,
  whoInWords,
  changeInWords,
  meetingOfSubject,
  subjectInWords,
} from '@portal/domain/audit-words'
import { meetingId } from '@portal/domain/meeting-ref'
import type { Reply } from '@portal/contract/endpoint'
import { containsWords } from '@portal/domain/contains-words'
import type { Person } from '@portal/contract/portal'
import * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import { Refusal } from '../../refusal.ts'
import { defineCollection } from '../store/collection.ts'
import type { ListQuery, StoreOperations } from '../store/document-store.ts'
import { cursorAt } from '../store/list-cursor.ts'
import { startOfDay, withOffset } from '@portal/domain/zone-time'
import type { PersonNames } from '../identity/person-names-service.ts'
import { accessCollection, auditCollection } from './audit-collections.ts'
import { adminKey, releaseTokenName } from './record-change.ts'
import { type Options, stringify } from 'csv-stringify/sync'

export type AuditService = {
  list: (
    person: Person,
    filters: AuditFilters & { limit: number; after?: string | undefined },
  ) => Promise<Page>
  /** Every entry as CSV, read page by page while it is sent. */
  csv: (person: Person, filters: AuditFilters) => AsyncIterable<string>
}

type StoredEntry = z.infer<typeof storedEntry> & { id: string }

type Page = Reply<typeof listAudit>

type ShownQuery = ListQuery & { person: Person; show: NonNullable<AuditFilters['show']> }

export const storedEntry = z.object({
  at: z.string(),
  by: z.union([
    z.object({ email: z.string(), uid: z.optional(z.string()), assists: z.optional(z.string()) }),
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
  undoes: z.optional(z.object({ entry: z.string(), what: z.string() })),
})

/** Number of entries read at a time for a download or a search. */
const pageSize = 200

/** An entry may have a long agenda as it was before and after. */
const pageBytes = 1_000_000

/** Maximum number of entries that one search request reads; the client continues from its cursor. */
const maxSearched = 1000

type Parts = {
  store: StoreOperations
  names: PersonNames
  /** The papers, by id. */
  documents: { get: (id: string) => { name: string } | undefined }
  /** What a person may read of an entry. */
  maskOf: (person: Person) => (entry: AuditEntry) => AuditEntry
  /** What a meeting that isn't a quarterly one is called, by its id. */
  meetingName: (id: string) => string | undefined
  timeZone: string
}

/** Only admins may read the audit, and nobody can change it. */
export function createAuditService(parts: Parts): AuditService {
  const { store, names, documents, meetingName, maskOf, timeZone } = parts
  const paperName = (id: string) => documents.get(id)?.name ?? meetingName(id)
  const shown = {
    changes: defineCollection(auditCollection, storedEntry).in(store),
    access: defineCollection(accessCollection, storedEntry).in(store),
  }

  const page = async (
    { show, person, ...query }: ShownQuery,
    limit: number,
    after?: string,
  ): Promise<Page> => {
    const place = after === undefined ? {} : { after }
    const most = { limit, bytes: pageBytes }
    const { documents: read, next } = await shown[show].list({ ...query, ...most, ...place })
    const nameOf = await names.current()
    const mask = maskOf(person)
    const entries = read.map((stored) => mask(shownEntry(stored, nameOf, paperName)))
    return { entries, ...(next === undefined ? {} : { next }) }
  }

  /** The databases can't search for part of a word, so entries are filtered here. */
  const listOf = async (
    query: ShownQuery,
    matches: (entry: AuditEntry) => boolean,
    limit: number,
    after?: string,
  ) => {
    const entries: AuditEntry[] = []
    let next = after
    for (let looked = 0; looked < maxSearched; looked += pageSize) {
      const read = await page(query, pageSize, next)
      for (const entry of read.entries) {
        if (!matches(entry)) continue
        entries.push(entry)
        if (entries.length < limit) continue
        return { entries, next: cursorAt(query, { value: entry.at, id: entry.id }) }
      }
      next = read.next
      if (next === undefined) return { entries }
    }
    return { entries, ...(next === undefined ? {} : { next }) }
  }

  const pagesOf = (person: Person, filters: AuditFilters) => {
    const query = { person, ...queryOf(filters, timeZone), show: filters.show ?? 'changes' }
    const words = filters.q?.trim() ?? ''
    const who = isWholeName(filters.who) ? '' : (filters.who ?? '').trim()
    const matches = (entry: AuditEntry) =>
      containsWords(entryInWords(entry, timeZone), words) &&
      containsWords(`${entry.by} ${whoInWords(entry)}`, who)
    return (limit: number, after?: string): Promise<Page> =>
      words || who ? listOf(query, matches, limit, after) : page(query, limit, after)
  }

  /** The filters are validated before the first byte is sent. */
  const lines = async function* (read: ReturnType<typeof pagesOf>) {
    yield csvHead(timeZone)
    let after: string | undefined
    do {
      const { entries, next } = await read(pageSize, after)
      if (entries.length > 0) yield entries.map((entry) => csvLine(entry, timeZone)).join('')
      after = next
    } while (after !== undefined)
  }

  return {
    async list(person, { limit, after, ...filters }) {
      mustManagePortal(person)
      return pagesOf(person, filters)(limit, after)
    },
    csv(person, filters) {
      mustManagePortal(person)
      return lines(pagesOf(person, filters))
    },
  }
}

/** An entry as it is sent. */
export function shownEntry(
  { id, at, by, what, subject, before, after, reason, times, undoes }: StoredEntry,
  nameOf: (email: string) => string | undefined,
  paperName: (id: string) => string | undefined,
): AuditEntry {
  const meeting = meetingOfSubject(subject)
  const of = meeting ? meetingId(meeting) : undefined
  const papers = papersIn([subject, of, before, after], paperName)
  const { email, uid, assists } = 'email' in by ? by : {}
  const ownName = email === undefined ? undefined : nameOf(email)
  const byName = assists === undefined ? ownName : `${ownName ?? email}, for ${assists}`
  return {
    id,
    at,
    by: shownActor(by),
    ...(byName === undefined ? {} : { byName }),
    ...(uid === undefined ? {} : { byId: uid }),
    what,
    subject,
    before: before ?? null,
    after: after ?? null,
    ...(reason === undefined ? {} : { reason }),
    ...(times === undefined ? {} : { times }),
    ...(undoes === undefined ? {} : { undoes }),
    ...(Object.keys(papers).length === 0 ? {} : { papers }),
  }
}

/**
 * The names of the papers whose ids are among the texts of stored values. A deleted paper has the name that its mapping
 * has stored.
 */
function papersIn(
  value: unknown,
  paperName: (id: string) => string | undefined,
): Record<string, string> {
  if (typeof value === 'string') {
    const name = paperName(value)
    return name === undefined ? {} : { [value]: name }
  }
  if (typeof value !== 'object' || value === null) return {}
  const { documentId, documentName } = value as Record<string, unknown>
  const lastName = typeof documentName === 'string' ? documentName : deletedPaper
  return Object.assign(
    typeof documentId === 'string' && documentId !== '' ? { [documentId]: lastName } : {},
    ...Object.values(value).map((each) => papersIn(each, paperName)),
  )
}

const deletedPaper = 'a paper that was deleted'

function shownActor(by: z.infer<typeof storedEntry>['by']): string {
  if ('key' in by) return adminKey
  if ('portal' in by) return by.portal
  return 'releaseToken' in by ? releaseTokenName(by.releaseToken.name) : by.email
}

/** Whether the database can look it up; part of a name has to be searched for. */
function isWholeName(who = ''): boolean {
  return isEmailAddress(comparableEmail(who)) || who.trim() === adminKey
}

function queryOf(
  { from, to, who, what, subject, order }: AuditFilters,
  timeZone: string,
): ListQuery {
  const whole = isWholeName(who) && who ? comparableEmail(who) : undefined
  const where = Object.entries({ who: whole, what, subject }).filter(
    (filter): filter is [string, string] => filter[1] !== undefined && filter[1] !== '',
  )
  const start = from === undefined ? undefined : momentOf(from, timeZone)
  const end = to === undefined ? undefined : momentOf(to, timeZone)
  if (start !== undefined && end !== undefined && start > end) {
    throw new Refusal(
      'badRequest',
      'The range ends before it starts: choose a From that is not after To.',
    )
  }
  return {
    orderBy: 'at',
    descending: order !== 'oldest',
    where: Object.fromEntries(where),
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
  }
}

/** In the format of the entries, so that strings compare like times. */
function momentOf(text: string, timeZone: string): string {
  const moment = text.includes('T') ? new Date(text) : startOfDay(text, timeZone)
  if (!moment || Number.isNaN(moment.getTime())) {
    throw new Refusal('badRequest', `${text} is not a date.`)
  }
  return moment.toISOString()
}

const columns = ['at', 'by', 'what', 'subject', 'reason', 'times', 'before', 'after'] as const

/** Characters that may start a formula, including full-width ones: https://owasp.org/www-community/attacks/CSV_Injection */
const sign = '=+\\-@＝＋－＠'

/**
 * Where a spreadsheet could begin a formula: at a cell's start, and inside it after a semicolon or a tab, where some
 * spreadsheets start another cell because of their language or settings, even within quotes.
 */
const formulaStart = new RegExp(
  `^(?=[\\t\\r\\n]|"*[${sign}])|(?<=[;\\t\\r\\n])(?="*[${sign}])`,
  'g',
)

/** RFC 4180. */
const format: Options = {
  record_delimiter: 'windows',
  // By default the library quotes only the pair \r\n.
  quoted_match: /[\r\n]/,
  cast: { string: (text) => text.replaceAll(formulaStart, "'") },
}

/** Spreadsheets read a file without a byte order mark in their own encoding. */
export function csvHead(timeZone: string): string {
  const inWords = [`time in ${timeZone}`, 'name', 'change', 'person', 'person id']
  return stringify([[...columns, ...inWords]], { ...format, bom: true })
}

/** One entry as a line of CSV, with stored values as JSON; the last columns repeat it as the audit screen shows it. */
export function csvLine(entry: AuditEntry, timeZone: string): string {
  const cells = columns.map((name) => {
    const value = entry[name]
    return value === undefined || value === null || typeof value === 'string'
      ? value
      : JSON.stringify(value)
  })
  const { at, what, byName, byId } = entry
  const inWords = [
    localTime(at, timeZone),
    subjectInWords(entry),
    changeInWords(what),
    byName ?? whoInWords(entry),
    byId,
  ]
  return stringify([[...cells, ...inWords]], format)
}

/** `2026-11-01 00:30:00`, which spreadsheets read as a time. */
function localTime(at: string, timeZone: string): string {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return ''
  return withOffset(moment, timeZone).slice(0, 19).replace('T', ' ')
}
