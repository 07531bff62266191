import { DatabaseSync } from 'node:sqlite'
import {
  checksumLength,
  type DocumentRow,
  isIntact,
} from '../../src/adapters/sqlite/document-checksum.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-open.ts'
import {
  isPossibleId,
  isPossibleRevision,
  isShallow,
  isStoredTime,
  maxBody,
} from '../../src/platform/store/store-rules.ts'
import { BackupError } from './backup-error.ts'

/** Rows of the wrong type or size are found without being read. */
const impossible = `SELECT collection, id FROM documents WHERE
  typeof(collection) <> 'text' OR octet_length(collection) NOT BETWEEN 1 AND 100
  OR typeof(id) <> 'text' OR octet_length(id) > 700
  OR typeof(revision) <> 'integer' OR revision NOT BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}
  OR typeof(updated_at) <> 'text' OR octet_length(updated_at) <> 24
  OR typeof(body) <> 'text' OR octet_length(body) > ${maxBody + checksumLength}
  OR octet_length(rtrim(body, char(9, 10, 13, 32))) > ${maxBody} LIMIT 1`

/**
 * Copies the documents of a backup's database into a new one that the portal creates, so that nothing else in the file
 * is restored. Throws a `BackupError` for a document that the portal couldn't have stored. The file must have been checked.
 */
export function copyDocuments(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    const [wrong] = source.prepare(impossible).all()
    if (wrong) throw notStored(wrong['collection'], wrong['id'])
    const target = openSqliteDatabase({ path: to })
    try {
      const insert = target.prepare('INSERT INTO documents VALUES (?, ?, ?, ?, ?)')
      target.exec('BEGIN IMMEDIATE')
      for (const row of source
        .prepare('SELECT * FROM documents')
        .iterate() as Iterable<DocumentRow>) {
        if (!isStorable(row)) throw notStored(row.collection, row.id)
        insert.run(row.collection, row.id, row.revision, row.updated_at, row.body)
      }
      target.exec('COMMIT')
      // A single file, without a write-ahead log next to it.
      target.exec('PRAGMA journal_mode=DELETE')
    } finally {
      target.close()
    }
  } finally {
    source.close()
  }
}

function isStorable(row: DocumentRow): boolean {
  const { id, revision, updated_at: updatedAt, body } = row
  if (!isIntact(row)) return false
  if (!isPossibleId(id) || !isPossibleRevision(revision) || !isStoredTime(updatedAt)) return false
  try {
    const value: unknown = JSON.parse(body)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && isShallow(value)
  } catch {
    return false
  }
}

function notStored(collection: unknown, id: unknown): BackupError {
  const name = `${String(collection)}/${String(id)}`.slice(0, 200)
  return new BackupError(`The backup’s database is damaged: ${name} is no document of a portal.`)
}
