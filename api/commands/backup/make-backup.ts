import { constants, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { cp, copyFile, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { damagedDocuments } from '../../src/adapters/sqlite/document-checksum.ts'
import { copyAccounts } from './accounts.ts'
import { BackupError } from './backup-error.ts'
import { checkDatabase, filesIn, type Manifest, verify, writeManifest } from './manifest.ts'
import { findHarmedBlobs, type HarmedBlobs } from './references.ts'
import { restrictToOwner } from './restrict-to-owner.ts'

type BackupOptions = {
  dataFolder: string
  /** Created if missing; must be empty. */
  target: string
  /** Include the drive's folder and the calendar, if they are in the data folder. */
  withDrive?: boolean
  now?: () => Date
  /** For tests: called between the database and the files. */
  onDatabase?: () => Promise<void>
}

/** What a copy lacks, because the portal itself has lost it or it can't be copied. */
type Defects = HarmedBlobs & {
  /** Paths below the data folder whose name isn't UTF-8, or which are neither file nor folder. */
  skipped: string[]
}

export type Backup = Defects & { manifest: Manifest }

/** How often the backup starts again because a sync has removed a file meanwhile. */
const tries = 3

/**
 * Copies a portal's data, whether it runs or not, and verifies the copy. The database is copied
 * first, in one consistent state, and then the blobs it names, which can't change because keys are
 * hashes of the content. The backup appears once it is complete; only its owner can read it.
 */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { dataFolder, target, now = () => new Date() } = options
  if (!existsSync(path.join(dataFolder, 'portal.sqlite'))) {
    throw new BackupError(`There is no portal's data in ${dataFolder}: set DATA_FOLDER.`)
  }
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new BackupError(`${target} is not empty: name a new folder for the backup.`)
  }
  mkdirSync(path.dirname(target), { recursive: true })
  const draft = mkdtempSync(`${target}.partial-`)
  try {
    let defects: Defects = { missing: [], altered: [], skipped: [] }
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      for (const left of readdirSync(draft)) await rm(path.join(draft, left), { recursive: true })
      defects = await copyOnce(options, draft)
      if (defects.missing.length === 0) break
    }
    const manifest = await writeManifest(draft, now())
    await verify(draft, manifest)
    await restrictToOwner(draft)
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
    return { manifest, ...defects }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function copyOnce(options: BackupOptions, draft: string): Promise<Defects> {
  const { dataFolder, withDrive = false, onDatabase } = options
  const database = path.join(draft, 'portal.sqlite')
  copyDatabase(path.join(dataFolder, 'portal.sqlite'), database)
  await onDatabase?.()
  await copyBlobs(path.join(dataFolder, 'blobs'), path.join(draft, 'blobs'))
  await copyAccounts(path.join(dataFolder, 'identity'), path.join(draft, 'identity'))
  const skipped: string[] = []
  const others = ['sample.json', 'settings.env', ...(withDrive ? ['drive', 'calendar.ics'] : [])]
  for (const name of others) {
    const from = path.join(dataFolder, name)
    if (!existsSync(from)) continue
    await cp(from, path.join(draft, name), {
      recursive: true,
      preserveTimestamps: true,
      mode: constants.COPYFILE_FICLONE,
      filter(source) {
        const isCopied = canBeCopied(source)
        if (!isCopied) skipped.push(path.relative(dataFolder, source))
        return isCopied
      },
    })
  }
  return { ...(await findHarmedBlobs(database, path.join(draft, 'blobs'))), skipped }
}

/** A name that isn't UTF-8 can't be written into the list of files, and isn't found by the name that Node reads. */
function canBeCopied(place: string): boolean {
  const existing = lstatSync(place, { throwIfNoEntry: false })
  return existing !== undefined && (existing.isFile() || existing.isDirectory())
}

/** Copies the documents, and nothing of what was deleted, in one read transaction. */
function copyDatabase(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 })
  try {
    source.prepare('VACUUM INTO ?').run(to)
  } finally {
    source.close()
  }
  // A single file that can be read alone, without a write-ahead log.
  const copy = new DatabaseSync(to)
  copy.exec('PRAGMA journal_mode=DELETE')
  const damaged = [...damagedDocuments(copy).keys()]
  copy.close()
  if (damaged.length > 0) {
    throw new BackupError(
      `The portal’s database is damaged: documents of ${damaged.join(', ')} aren’t as they were written. Restore it from an earlier backup.`,
    )
  }
  checkDatabase(to)
}

async function copyBlobs(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  if (!existsSync(from)) return
  for (const key of await filesIn(from)) {
    // Temporary files that are still being written, and exports: copies that can be made again.
    if (key.startsWith('.') || key.startsWith('exports/')) continue
    const file = path.join(to, key)
    await mkdir(path.dirname(file), { recursive: true })
    await copyFile(path.join(from, key), file, constants.COPYFILE_FICLONE).catch(ifGone)
  }
}

/** A sync has removed it since it was listed. */
function ifGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
