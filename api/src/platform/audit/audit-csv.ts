import type { AuditEntry } from '@portal/contract/audit'
import { changeInWords, subjectInWords, whoInWords } from '@portal/contract/audit-words'
import { withOffset } from '@portal/domain/zone-time'
import { type Options, stringify } from 'csv-stringify/sync'

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
