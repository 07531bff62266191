import type { AuditEntry } from '@portal/contract/audit'

const columns = ['at', 'by', 'what', 'subject', 'reason', 'times', 'before', 'after'] as const

/** How a formula may begin, in full width as well: https://owasp.org/www-community/attacks/CSV_Injection */
const couldBeFormula = /^[=+\-@\t\r\n＝＋－＠]/

/** Spreadsheets take a file without it for one in their own encoding. */
const byteOrderMark = '\uFEFF'

export const csvHead = `${byteOrderMark}${line([...columns])}`

/** One entry as a line of CSV (RFC 4180); what was stored stands in its cell as JSON. */
export function csvLine(entry: AuditEntry): string {
  return line(
    columns.map((name) => {
      const value = entry[name]
      if (value === undefined || value === null) return ''
      return typeof value === 'string' ? value : JSON.stringify(value)
    }),
  )
}

function line(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string): string {
  const harmless = couldBeFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
