import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreUnusable } from '../../store/store-unusable.ts'
import { isBusy } from './sqlite-errors.ts'

/** Without a reference the database would be collected, and the folder be free while its owner still runs. */
const held = new Set<DatabaseSync>()

/** Makes the folder where it is missing, or throws one sentence. */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw unwritable(folder, cause)
  }
}

/**
 * Makes the folder where it is missing and claims it for this process, or throws one sentence.
 * The claim is a lock of the operating system on `portal.lock`, held by a database that is never written:
 * it ends with the process, however the process ends.
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
    throw new StoreUnusable(
      `The data folder ${folder} is in use by another running portal: stop that one first, or set DATA_FOLDER to another folder.`,
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

function unwritable(folder: string, cause: unknown): StoreUnusable {
  return new StoreUnusable(
    `The data folder ${folder} can't be written to: check its permissions and free space, or set DATA_FOLDER to another folder.`,
    { cause },
  )
}
