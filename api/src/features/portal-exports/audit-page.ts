import { differences } from '@portal/domain/audit-differences'
import { changeInWords, subjectInWords, valueInWords, whoInWords } from '@portal/domain/audit-words'
import { dayOf } from '@portal/domain/days'
import { dateTimeText } from '@portal/domain/time-text'
import { html, raw } from 'hono/html'
import { shownEntry, storedEntry } from '../../platform/audit/audit-service.ts'
import * as z from 'zod/mini'
import { exportPage } from './export-page.ts'

/** The collections with a page for each year, and what their entries are called. */
const logs = {
  audit: { file: 'changes', name: 'Changes' },
  audit_access: { file: 'sign-ins', name: 'Sign-ins and downloads' },
} as const
export type AuditLog = keyof typeof logs

export const auditLogs = Object.keys(logs) as AuditLog[]

export function auditPageName(log: AuditLog, year: string): string {
  return `audit/${logs[log].file}-${year}.html`
}

function auditTitle(log: AuditLog, year: string): string {
  return `${logs[log].name} in ${year}`
}

/** The title of the page in this file of an archive; undefined for other files. */
export function auditTitleOf(name: string): string | undefined {
  const [, file, year] = /^audit\/([a-z-]+)-(\d{4})\.html$/.exec(name) ?? []
  const log = auditLogs.find((candidate) => logs[candidate].file === file)
  return log && auditTitle(log, year!)
}

type AuditPage = {
  log: AuditLog
  year: string
  timeZone: string
  /** A person's name by their address, and a paper's by its id. */
  nameOf: (email: string) => string | undefined
  paperName: (id: string) => string | undefined
}

const place = '<!-- entries -->'

/** A readable page of a year's entries in stored order, written while they are read: there may be very many. */
export async function* auditPage(
  entries: AsyncIterable<Record<string, unknown>>,
  { log, year, timeZone, ...names }: AuditPage,
): AsyncGenerator<Uint8Array> {
  const title = auditTitle(log, year)
  const page = exportPage(
    title,
    html`<nav><a href="../index.html">All papers and agendas</a></nav>
      <h1>${title}</h1>
      <p>Times are by the clocks of ${timeZone}.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          ${raw(place)}
        </tbody>
      </table>`,
  )
  const [head = '', tail = ''] = page.split(place)
  yield Buffer.from(head)
  for await (const entry of entries) {
    if (yearOf(entry, timeZone) !== year) continue
    const row = entryRow(entry, { timeZone, ...names })
    if (row !== '') yield Buffer.from(row)
  }
  yield Buffer.from(tail)
}

function entryRow(
  stored: Record<string, unknown>,
  { timeZone, nameOf, paperName }: Omit<AuditPage, 'log' | 'year'>,
): string {
  const { success, data } = z.safeParse(storedEntry, stored)
  // The data file has it as it is.
  if (!success) return ''
  const entry = shownEntry({ ...data, id: String(stored['id']) }, nameOf, paperName)
  const { at, what, subject, before, after, reason, times = 1 } = entry
  const isRefusal = what === 'denied'
  const changed = isRefusal ? [] : differences(before, after, valueInWords(timeZone, entry.papers))
  const row = html`<tr>
    <td>${dateTimeText(at, timeZone)}</td>
    <td>${whoInWords(entry)}</td>
    <td>
      <strong>${changeInWords(what)}</strong>: ${isRefusal ? subject : subjectInWords(entry)}
      ${reason === undefined ? '' : html`<p>${reason}</p>`}
      ${times > 1 ? html`<p>${times} times</p>` : ''}
      ${
        changed.length === 0
          ? ''
          : html`<ul>
              ${changed.map(
                ({ field, before: was, after: is }) =>
                  html`<li>${field}: ${[was, is].filter(Boolean).join(' → ')}</li>`,
              )}
            </ul>`
      }
    </td>
  </tr> `
  if (row instanceof Promise) throw new Error('The row must not contain promises.')
  return row.toString()
}

export type AuditYears = Record<AuditLog, string[]>

/** The years in which there are entries, by the foundation's clocks, the newest first. */
export async function auditYears(
  read: (log: AuditLog) => AsyncIterable<Record<string, unknown>>,
  timeZone: string,
): Promise<AuditYears> {
  const years: AuditYears = { audit: [], audit_access: [] }
  for (const log of auditLogs) {
    const known = new Set<string>()
    for await (const entry of read(log)) {
      known.add(yearOf(entry, timeZone))
    }
    years[log] = [...known].toSorted().toReversed()
  }
  return years
}

/** An entry without a time is in the first year, 0000. */
function yearOf({ at }: Record<string, unknown>, timeZone: string): string {
  const moment = new Date(typeof at === 'string' ? at : Number.NaN)
  return Number.isNaN(moment.getTime()) ? '0000' : dayOf(moment, timeZone).slice(0, 4)
}
