import { constants, existsSync } from 'node:fs'
import { copyFile, cp, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Day } from '@portal/domain/days'
import { lockDataFolder } from '../../src/adapters/sqlite/data-folder-lock.ts'
import { makeWorkFolder } from '../../src/platform/files/work-folder.ts'
import { BackupError } from './backup-error.ts'
import { copyDocuments } from './copy-documents.ts'
import { holdMails } from './hold-mails.ts'
import { readManifest, verify } from './manifest.ts'
import { postponeDestruction } from './postpone-destruction.ts'
import { restrictToOwner } from './restrict-to-owner.ts'

type RestoreOptions = {
  backup: string
  dataFolder: string
  /** Replaces existing data with the backup; the previous data is kept next to it. */
  replace?: boolean
  now?: () => Date
}

export type Restored = {
  /** The path of the previous data, if there was any. */
  before?: string
  /** Whether the data includes a drive folder. */
  hasDrive: boolean
  /** The first day on which notes may be destroyed, if the restored policy destroys any. */
  notesKeptUntil?: Day
  /** How many mails waited in the backup, and are *unknown* now. */
  mailsHeld: number
}

/** What a backup may omit, and is kept from the previous data. */
const apart = ['drive', 'calendar.ics']

/**
 * Verifies a backup, copies it next to the data folder, verifies the copy, and then moves it into
 * place with a rename. No portal may run on the data meanwhile.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { backup, dataFolder, replace = false, now = () => new Date() } = options
  const manifest = readManifest(backup)
  await verify(backup, manifest)
  const isThere = existsSync(path.join(dataFolder, 'portal.sqlite'))
  if (isThere && !replace) {
    throw new BackupError(
      `${dataFolder} already contains data: set another DATA_FOLDER, or pass --replace to replace it with the backup.`,
    )
  }
  const hadFolder = existsSync(dataFolder)
  const release = lockDataFolder(dataFolder)
  // A new folder: a link that waits under a known name would lead the data elsewhere.
  const draft = await makeWorkFolder({
    parent: path.dirname(dataFolder),
    prefix: `${path.basename(dataFolder)}.restoring-`,
  })
  try {
    for (const file of Object.keys(manifest.files)) {
      await copy(path.join(backup, file), path.join(draft, file))
    }
    await verify(draft, manifest)
    await renewDatabase(draft)
    const notesKeptUntil = await postponeDestruction(draft, now())
    const mailsHeld = await holdMails(draft, now())
    await keepPreviousData(dataFolder, draft)
    await restrictToOwner(draft)
    await syncTree(path.dirname(draft))
    const before = `${dataFolder}.before-${now().toISOString().replaceAll(':', '-')}`
    await rename(dataFolder, before)
    await rename(draft, dataFolder)
    // An empty folder that was only created for the lock needn't be kept.
    if (!hadFolder) await rm(before, { recursive: true, force: true })
    const hasDrive = existsSync(path.join(dataFolder, 'drive'))
    return {
      hasDrive,
      mailsHeld,
      ...(hadFolder ? { before } : {}),
      ...(notesKeptUntil === undefined ? {} : { notesKeptUntil }),
    }
  } finally {
    await rm(draft, { recursive: true, force: true })
    release()
  }
}

/** Restores only the documents; anything else in the file is left in the backup. */
async function renewDatabase(draft: string): Promise<void> {
  const file = path.join(draft, 'portal.sqlite')
  const copied = path.join(draft, 'copied.sqlite')
  await rename(file, copied)
  copyDocuments(copied, file)
  await rm(copied)
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

/** The papers themselves stay: without them the next sync would treat every document as deleted. */
async function keepPreviousData(dataFolder: string, draft: string): Promise<void> {
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
