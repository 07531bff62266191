import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreOpenError } from '../../platform/store/document-store.ts'
import { isBusy } from './sqlite-errors.ts'

/** Keeps the lock's database referenced: garbage collection would release the lock. */
const held = new Set<DatabaseSync>()

/** Creates the folder if needed, or throws an error with an explanation. */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw unwritable(folder, cause)
  }
}

/**
 * Creates the folder if needed and locks it for this process, or throws an error with an explanation. The lock is an
 * operating system lock on `portal.lock`, held by a database that is never written, so it is released when the
 * process ends for any reason.
 */
export function lockDataFolder(folder: string): () => void {
  makeDataFolder(folder)
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(join(folder, 'portal.lock'))
    db.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    db?.close()
    if (!isBusy(cause)) throw unwritable(folder, cause)
    throw new StoreOpenError(
      `The data folder ${folder} is in use by another running portal. Stop that one first, or set DATA_FOLDER to another folder.`,
      { cause },
    )
  }
  const lock = db
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}

function unwritable(folder: string, cause: unknown): StoreOpenError {
  return new StoreOpenError(
    `The data folder ${folder} can't be written to. Check its permissions and free space, or set DATA_FOLDER to another folder.`,
    { cause },
  )
}
