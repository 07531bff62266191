import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreOpenError } from '../../platform/store/document-store.ts'
import { emptyLog, lockTimeout, overwriteDeleted } from './sqlite-erasure.ts'
import { column } from './sqlite-list.ts'

const schemaVersion = 1

const at = column('at')
/** Indexes for append-only collections read by time, so that a filter only reads the rows it returns. */
const timelineIndexes = [
  `CREATE INDEX IF NOT EXISTS by_at ON documents (collection, ${at}, id) WHERE ${at} IS NOT NULL;`,
  ...['who', 'what', 'subject'].map((name) => {
    const field = column(name)
    return `CREATE INDEX IF NOT EXISTS by_${name} ON documents (collection, ${field}, ${at}, id)
      WHERE ${at} IS NOT NULL AND ${field} IS NOT NULL;`
  }),
].join('\n')

const schema = `
  CREATE TABLE IF NOT EXISTS documents (
    collection TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL,
    updated_at TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (collection, id)
  ) WITHOUT ROWID;
  ${timelineIndexes}`

type Options = {
  /** A file's path, or `:memory:`. */
  path: string
  /** Maximum file size in pages of 4 KiB. */
  maxPages?: number
  /** Leaves the file as it is, such as a backup's. */
  readOnly?: boolean
  /** The folder of the files that the documents name: a database without documents next to them has been lost. */
  blobs?: string
}

/** Opens the file and creates its table, or throws an error with an explanation. */
export function openSqliteDatabase({
  path,
  maxPages,
  readOnly = false,
  blobs,
}: Options): DatabaseSync {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { timeout: lockTimeout, readOnly })
    refuseForeign(db, path)
    if (readOnly) return db
    if (isQuicklyChecked(path)) refuseDamaged(db, path)
    if (blobs !== undefined) refuseLost(db, path, blobs)
    db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;')
    if (maxPages !== undefined) db.exec(`PRAGMA max_page_count=${maxPages}`)
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
    if (version > schemaVersion) {
      throw new StoreOpenError(`${path} was written by a newer version of the portal.`)
    }
    db.exec(`
      BEGIN IMMEDIATE;
      ${schema}
      ${version === schemaVersion ? '' : `PRAGMA user_version=${schemaVersion};`}
      COMMIT;`)
    overwriteDeleted(db, version === 0)
    emptyLog(db)
    return db
  } catch (cause) {
    db?.close()
    if (cause instanceof StoreOpenError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StoreOpenError(`The database ${path} can't be opened: ${reason}.`, { cause })
  }
}

/** A trigger or a view could undo or invent changes, such as the removal of an admin, and the audit would still verify. */
function refuseForeign(db: DatabaseSync, path: string): void {
  const foreign = foreignObjects(db)
  if (foreign.length === 0) return
  throw new StoreOpenError(
    `The database ${path} contains what the portal doesn’t create: ${foreign.slice(0, 5).join(', ')}. Restore it from a backup.`,
  )
}

/** The tables, indexes, views and triggers of a database that the portal hasn't created, such as `trigger keep_admin`. */
export function foreignObjects(db: DatabaseSync): string[] {
  // Nothing in the file may run while it is examined.
  db.exec('PRAGMA trusted_schema=OFF')
  const own = new DatabaseSync(':memory:')
  try {
    own.exec(schema)
    const known = new Set(objectsOf(own).map(comparable))
    return objectsOf(db)
      .filter((object) => !known.has(comparable(object)))
      .map(({ type, name }) => `${type} ${name}`)
  } finally {
    own.close()
  }
}

type SchemaObject = { type: string; name: string; tbl_name: string; sql: string | null }

function objectsOf(db: DatabaseSync): SchemaObject[] {
  return db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all() as SchemaObject[]
}

/** Releases may have written the same statement with other spaces. */
function comparable({ type, name, tbl_name: table, sql }: SchemaObject): string {
  return JSON.stringify([type, name, table, sql?.replaceAll(/\s+/g, ' ')])
}

/** Otherwise the portal would start as a new one, and accept saves while its documents are lost. */
function refuseLost(db: DatabaseSync, path: string, blobs: string): void {
  const tables = db.prepare("SELECT 1 FROM sqlite_master WHERE name='documents'").get()
  if (tables && db.prepare('SELECT 1 FROM documents LIMIT 1').get()) return
  if (!hasFiles(blobs)) return
  throw new StoreOpenError(
    `The database ${path} is empty, but ${blobs} contains files: restore the database from a backup, or move that folder away to start with an empty portal.`,
  )
}

/** Whether a folder contains a file, except in hidden folders. */
function hasFiles(folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false
  return readdirSync(folder, { withFileTypes: true }).some(
    (entry) =>
      !entry.name.startsWith('.') && (entry.isFile() || hasFiles(join(folder, entry.name))),
  )
}

/** In bytes: such a file is checked in less than a second, and a larger one after the start. */
const largestQuicklyChecked = 256 * 1024 * 1024

export function isQuicklyChecked(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= largestQuicklyChecked
}

/** Detects a damaged page at start instead of at its first read. */
function refuseDamaged(db: DatabaseSync, path: string): void {
  const verdict = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0]
  if (verdict === 'ok') return
  throw new StoreOpenError(`The database ${path} is damaged: restore it from a backup.`, {
    cause: new Error(String(verdict)),
  })
}
