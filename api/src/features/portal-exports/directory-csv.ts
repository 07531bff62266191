import { directoryFieldNames } from '@portal/domain/directory-fields'
import { stringify } from 'csv-stringify/sync'
import type { ExportedEntry } from './exported-content.ts'

/** The directory as CSV. Cells that a spreadsheet would read as formulas start with an apostrophe. */
export function directoryCsv(
  entries: readonly ExportedEntry[],
  photoOf: (photoUrl: string | undefined) => string | undefined,
): string {
  const rows = entries.map((entry) => ({ ...entry, photo: photoOf(entry.photoUrl) ?? '' }))
  return stringify(rows, {
    bom: true,
    header: true,
    columns: [...directoryFieldNames, 'photo'],
    record_delimiter: 'windows',
    escape_formulas: true,
  })
}
