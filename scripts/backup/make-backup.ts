import { constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { cp, copyFile, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { copyAccounts } from './accounts.ts'
import { BackupError } from './backup-error.ts'
import { checkDatabase, filesIn, type Manifest, verify, writeManifest } from './manifest.ts'
import { missingBlobs } from './references.ts'

type Options = {
  dataFolder: string
  /** Made, or empty. */
  target: string
  /** The drive's folder and the calendar too, where they lie with the data. */
  withDrive?: boolean
  now?: () => Date
  /** For tests: between the database and the files. */
  onDatabase?: () => Promise<void>
}

export type Backup = {
  manifest: Manifest
  /** Blobs that the portal itself has lost: the database names them, and they are nowhere. */
  missing: string[]
}

/** How often everything is begun anew because a sync has let go of a file meanwhile. */
const tries = 3

/**
 * Copies a portal's data, running or not, and verifies the copy. The database comes first, as it is at one moment; a
 * blob that it names can't change, as keys name content, and is copied after it. The backup appears when it is whole.
 */
export async function makeBackup(options: Options): Promise<Backup> {
  const { dataFolder, target, now = () => new Date() } = options
  if (!existsSync(path.join(dataFolder, 'portal.sqlite'))) {
    throw new BackupError(`There is no portal's data in ${dataFolder}: set DATA_FOLDER.`)
  }
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new BackupError(`${target} is not empty: name a new folder for the backup.`)
  }
  const draft = `${target}.partial-${process.pid}`
  try {
    let missing: string[] = []
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      await rm(draft, { recursive: true, force: true })
      missing = await copyOnce(options, draft)
      if (missing.length === 0) break
    }
    const manifest = await writeManifest(draft, now())
    await verify(draft, manifest)
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
    return { manifest, missing }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function copyOnce(options: Options, draft: string): Promise<string[]> {
  const { dataFolder, withDrive = false, onDatabase } = options
  mkdirSync(draft, { recursive: true })
  const database = path.join(draft, 'portal.sqlite')
  await copyDatabase(path.join(dataFolder, 'portal.sqlite'), database)
  await onDatabase?.()
  await copyBlobs(path.join(dataFolder, 'blobs'), path.join(draft, 'blobs'))
  await copyAccounts(path.join(dataFolder, 'identity'), path.join(draft, 'identity'))
  const others = ['sample.json', ...(withDrive ? ['drive', 'calendar.ics'] : [])]
  for (const name of others) {
    const from = path.join(dataFolder, name)
    if (!existsSync(from)) continue
    await cp(from, path.join(draft, name), {
      recursive: true,
      preserveTimestamps: true,
      mode: constants.COPYFILE_FICLONE,
    })
  }
  return missingBlobs(database, path.join(draft, 'blobs'))
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 })
  try {
    // All pages in one step: in several, every write of the running portal would begin it anew.
    await backup(source, to, { rate: 2 ** 31 - 1 })
  } finally {
    source.close()
  }
  // One file that can be read alone: without the log that a running portal writes.
  const copy = new DatabaseSync(to)
  copy.exec('PRAGMA journal_mode=DELETE')
  copy.close()
  checkDatabase(to)
}

async function copyBlobs(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  if (!existsSync(from)) return
  for (const key of await filesIn(from)) {
    // What is being written, and isn't there yet for anybody.
    if (key.startsWith('.')) continue
    const file = path.join(to, key)
    await mkdir(path.dirname(file), { recursive: true })
    await copyFile(path.join(from, key), file, constants.COPYFILE_FICLONE).catch(ifGone)
  }
}

/** A sync has let go of it since it was listed. */
function ifGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
