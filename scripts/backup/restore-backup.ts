import { constants, existsSync } from 'node:fs'
import { copyFile, cp, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { lockDataFolder } from '../../api/src/adapters/sqlite/data-folder-lock.ts'
import { BackupError } from './backup-error.ts'
import { readManifest, verify } from './manifest.ts'

type Options = {
  backup: string
  dataFolder: string
  /** Puts the backup in the place of data that is there; that data is kept beside. */
  replace?: boolean
  now?: () => Date
}

export type Restored = {
  /** Where the data from before lies now, if there was any. */
  before?: string
  /** Whether there is a drive's folder with the data. */
  hasDrive: boolean
}

/** What a backup may leave out, and is kept from the data before. */
const apart = ['drive', 'calendar.ics']

/**
 * Verifies a backup, copies it beside the data folder, verifies the copy, and only then puts it in its place by a
 * rename. The portal must not run on the data meanwhile.
 */
export async function restoreBackup(options: Options): Promise<Restored> {
  const { backup, dataFolder, replace = false, now = () => new Date() } = options
  const manifest = readManifest(backup)
  await verify(backup, manifest)
  const isThere = existsSync(path.join(dataFolder, 'portal.sqlite'))
  if (isThere && !replace) {
    throw new BackupError(
      `There is data in ${dataFolder} already: name another DATA_FOLDER, or say --replace to put the backup in its place.`,
    )
  }
  const hadFolder = existsSync(dataFolder)
  const release = lockDataFolder(dataFolder)
  const draft = `${dataFolder}.restoring-${process.pid}`
  try {
    await mkdir(draft, { recursive: true })
    for (const file of Object.keys(manifest.files)) {
      await copy(path.join(backup, file), path.join(draft, file))
    }
    await verify(draft, manifest)
    await keepApart(dataFolder, draft)
    await syncTree(path.dirname(draft))
    const before = `${dataFolder}.before-${now().toISOString().replaceAll(':', '-')}`
    await rename(dataFolder, before)
    await rename(draft, dataFolder)
    // An empty folder that was made for the lock alone is nothing to keep.
    if (!hadFolder) await rm(before, { recursive: true, force: true })
    const hasDrive = existsSync(path.join(dataFolder, 'drive'))
    return hadFolder ? { before, hasDrive } : { hasDrive }
  } finally {
    await rm(draft, { recursive: true, force: true })
    release()
  }
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true })
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const handle = await open(to, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The papers themselves stay: without them the next sync would take every document for deleted. */
async function keepApart(dataFolder: string, draft: string): Promise<void> {
  for (const name of apart) {
    const from = path.join(dataFolder, name)
    if (!existsSync(from) || existsSync(path.join(draft, name))) continue
    await cp(from, path.join(draft, name), {
      recursive: true,
      preserveTimestamps: true,
      mode: constants.COPYFILE_FICLONE,
    })
  }
}

async function syncTree(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
