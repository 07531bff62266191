import { DatabaseSync } from 'node:sqlite'
import { StoreUnusable } from '../../store/store-unusable.ts'
import { column } from './sqlite-list.ts'

const schemaVersion = 1

const at = column('at')
/** For collections that only grow and are read by time: no filter of theirs reads more than it answers. */
const timelineIndexes = [
  `CREATE INDEX IF NOT EXISTS by_at ON documents (collection, ${at}, id) WHERE ${at} IS NOT NULL;`,
  ...['who', 'what', 'subject'].map((name) => {
    const field = column(name)
    return `CREATE INDEX IF NOT EXISTS by_${name} ON documents (collection, ${field}, ${at}, id)
      WHERE ${at} IS NOT NULL AND ${field} IS NOT NULL;`
  }),
].join('\n')

type Options = {
  /** A file's path, or `:memory:`. */
  path: string
  /** Where the file may grow no further, in pages of 4 KiB. */
  maxPages?: number
}

/** Opens the file, with its table, or throws one sentence. */
export function openDatabase({ path, maxPages }: Options): DatabaseSync {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { timeout: 2000 })
    refuseDamaged(db, path)
    db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;')
    if (maxPages !== undefined) db.exec(`PRAGMA max_page_count=${maxPages}`)
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
    if (version > schemaVersion) {
      throw new StoreUnusable(`${path} was written by a newer version of the portal.`)
    }
    db.exec(`
      BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS documents (
        collection TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL,
        updated_at TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (collection, id)
      ) WITHOUT ROWID;
      ${timelineIndexes}
      PRAGMA user_version=${schemaVersion};
      COMMIT;`)
    return db
  } catch (cause) {
    db?.close()
    if (cause instanceof StoreUnusable) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StoreUnusable(`The database ${path} can't be opened: ${reason}.`, { cause })
  }
}

/** A damaged page would else come to light at the first reader of it. */
function refuseDamaged(db: DatabaseSync, path: string): void {
  const found = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0]
  if (found === 'ok') return
  throw new StoreUnusable(`The database ${path} is damaged: restore it from a backup.`, {
    cause: new Error(String(found)),
  })
}
