import type { AuditEntry } from '@portal/contract/audit'
import { type Options, stringify } from 'csv-stringify/sync'

const columns = ['at', 'by', 'what', 'subject', 'reason', 'times', 'before', 'after'] as const

/** How a formula may begin, in full width as well: https://owasp.org/www-community/attacks/CSV_Injection */
const couldBeFormula = /^[=+\-@\t\r\n＝＋－＠]/

/** As RFC 4180 has it. */
const format: Options = {
  record_delimiter: 'windows',
  // The library quotes the pair alone.
  quoted_match: /[\r\n]/,
  cast: { string: (text) => (couldBeFormula.test(text) ? `'${text}` : text) },
}

/** Spreadsheets read a file without a byte order mark in their own encoding. */
export const csvHead = stringify([columns], { ...format, bom: true })

/** One entry as a line of CSV; stored documents are cells with JSON. */
export function csvLine(entry: AuditEntry): string {
  const cells = columns.map((name) => {
    const value = entry[name]
    return value === undefined || value === null || typeof value === 'string'
      ? value
      : JSON.stringify(value)
  })
  return stringify([cells], format)
}
