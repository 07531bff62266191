import { closeSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** Raise this to make every portal rebuild its index. */
const schemaVersion = 3

/**
 * `words` ranks papers by bm25: matches count four times as much in the title as in the text, and twice in the path. It
 * stores no text: `papers` has the folded words of title and path, and `pages` the displayed text and its folded words.
 * `spellings` has each word once, for near misses; `frequencies` counts the papers that have a word.
 */
const schema = `
  CREATE TABLE papers (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version TEXT NOT NULL, title TEXT NOT NULL,
    path TEXT NOT NULL);
  CREATE TABLE pages (key INTEGER PRIMARY KEY, text TEXT NOT NULL, words TEXT NOT NULL);
  CREATE TABLE spellings (word TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5(title, path, text, content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 0 categories 'L* N*'", prefix='1 2 3');
  INSERT INTO words (words, rank) VALUES ('rank', 'bm25(4.0, 2.0, 1.0)');
  CREATE VIRTUAL TABLE frequencies USING fts5vocab(words, row);
  PRAGMA user_version=${schemaVersion};`

/**
 * Opens the index file and reads from it with `read`. A file that is damaged or has a different version is replaced by
 * an empty one.
 */
export function openIndexDatabase<T>(
  file: string,
  read: (db: DatabaseSync) => T,
): { db: DatabaseSync; read: T } {
  let db: DatabaseSync | undefined
  try {
    db = opened(file)
    if (db) return { db, read: read(db) }
  } catch (cause) {
    db?.close()
    if (!isDamage(cause)) throw cause
  }
  removeIndexFile(file)
  const empty = opened(file)
  if (!empty) throw new Error('The file of the search index can’t be replaced.')
  return { db: empty, read: read(empty) }
}

/** Returns undefined for a file of a different version. */
function opened(file: string): DatabaseSync | undefined {
  // The file contains the papers' texts, and its folder may be readable by others.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
  // Another process may write to it, which is about to end.
  const db = new DatabaseSync(file, { timeout: 2000 })
  try {
    // Survives a crash at any time; a power loss may only lose the latest papers, which are then added again.
    db.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-32768; PRAGMA secure_delete=ON;',
    )
    const version = db.prepare('PRAGMA user_version').get()?.['user_version']
    if (version === 0) db.exec(`BEGIN IMMEDIATE; ${schema} COMMIT;`)
    else if (version !== schemaVersion) {
      db.close()
      return undefined
    }
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

/** A write returns the last inserted row id, which may exceed 2^53 for FTS5's own tables. */
export function writingStatement(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql)
  statement.setReadBigInts(true)
  return statement
}

const damageCodes = new Set([
  11, // SQLITE_CORRUPT
  26, // SQLITE_NOTADB
])

export function isDamage(cause: unknown): boolean {
  const code = (cause as { errcode?: unknown } | undefined)?.errcode
  // The lower byte of an extended code is the code itself.
  return typeof code === 'number' && damageCodes.has(code % 256)
}

export function removeIndexFile(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
}

/** In a file's header: papers were removed or replaced, and the index still has their words. */
const hasRemovedId = 1

export function noteRemoved(db: DatabaseSync): void {
  db.exec(`PRAGMA application_id=${hasRemovedId}`)
}

export function hasRemoved(db: DatabaseSync): boolean {
  return db.prepare('PRAGMA application_id').get()?.['application_id'] === hasRemovedId
}

/** Overwrites what is left of papers that were removed or replaced: FTS5 only marks their words as removed. */
export function eraseRemoved(db: DatabaseSync): void {
  try {
    db.exec('BEGIN IMMEDIATE')
    // Merges everything into one segment, without the words that are marked.
    writingStatement(db, "INSERT INTO words (words) VALUES ('optimize')").run()
    db.exec(`
      DELETE FROM spellings WHERE word NOT IN (SELECT term FROM frequencies);
      PRAGMA application_id=0;
      COMMIT;
      VACUUM;
      PRAGMA wal_checkpoint(TRUNCATE);`)
  } finally {
    // After a failure: the disk may be full.
    if (db.isTransaction) db.exec('ROLLBACK')
  }
}
