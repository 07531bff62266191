import type { DatabaseSync } from 'node:sqlite'
import { isBusy } from './sqlite-errors.ts'

/** How long another process may hold a lock, in ms, before a statement is refused. */
export const lockTimeout = 2000

/** In a file's header: everything that was deleted from it has been overwritten. */
const compactedId = 0x42_50_43_31

/**
 * From now on SQLite overwrites with zeros what is deleted (https://sqlite.org/pragma.html#pragma_secure_delete). A file
 * of an earlier release still contains what was deleted before, and is rewritten once. On a full disk, the next start
 * tries again.
 */
export function overwriteDeleted(db: DatabaseSync, isNew: boolean): void {
  db.exec('PRAGMA secure_delete=ON')
  const id = db.prepare('PRAGMA application_id').get()?.['application_id']
  if (id === compactedId) return
  try {
    if (!isNew) db.exec('VACUUM')
    db.exec(`PRAGMA application_id=${compactedId}`)
  } catch {
    // The data is unchanged, and the next start tries again.
  }
}

/**
 * Moves the write-ahead log into the database and empties it: it contains pages as they were before an erasure. Doesn't
 * wait for another process, such as a backup, that is reading the log: then it returns false.
 */
export function emptyLog(db: DatabaseSync): boolean {
  db.exec('PRAGMA busy_timeout=0')
  try {
    return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  } finally {
    db.exec(`PRAGMA busy_timeout=${lockTimeout}`)
  }
}

type Erasure = {
  /** Called for everything that was deleted or replaced. */
  add: () => void
  /** Whether something was added since it was last called; the previous process may have done so, too. */
  hasErased: () => boolean
  stop: () => void
}

type Options = {
  db: DatabaseSync
  /** From an erasure until the log is emptied, and between two attempts, in ms. */
  delay: number
  /** Resolves when the current transaction ends; undefined without one. */
  active: () => Promise<unknown> | undefined
}

/** Empties the log some seconds after something was deleted or replaced, once for all of it. */
export function createErasure({ db, delay, active }: Options): Erasure {
  let timer: NodeJS.Timeout | undefined
  let hasErased = true
  const add = () => {
    hasErased = true
    wait()
  }
  const wait = () => {
    timer ??= setTimeout(() => void empty(), delay).unref()
  }
  const empty = async () => {
    for (let current = active(); current; current = active()) await current
    timer = undefined
    if (!db.isOpen) return
    try {
      if (!emptyLog(db)) wait()
    } catch {
      // The disk is full or failing; the next save reports it.
      wait()
    }
  }
  return {
    add,
    hasErased() {
      const since = hasErased
      hasErased = false
      return since
    },
    stop: () => clearTimeout(timer),
  }
}
