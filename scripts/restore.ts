import path from 'node:path'
import { parseArgs } from 'node:util'
import { StoreOpenError } from '../api/src/store/store-open-error.ts'
import { BackupError } from './backup/backup-error.ts'
import { restoreBackup } from './backup/restore-backup.ts'

/**
 * `pnpm restore <backup> [--replace]`: restores a backup to DATA_FOLDER, completely or not at all.
 */
process.umask(0o077)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'boolean', default: false } },
})
const [backup] = positionals

try {
  if (backup === undefined) throw new BackupError('Name the folder of the backup.')
  const dataFolder = path.resolve(process.env['DATA_FOLDER'] ?? '.data')
  const { before, hasDrive, notesKeptUntil } = await restoreBackup({
    backup: path.resolve(backup),
    dataFolder,
    replace: values.replace,
  })
  console.log(`Restored ${path.resolve(backup)} to ${dataFolder}.`)
  if (before !== undefined) console.log(`The previous data is in ${before}.`)
  if (!hasDrive) {
    console.log(
      `The backup contains no papers: if the drive is a folder, restore it to ${path.join(dataFolder, 'drive')} before you start the portal, or the next sync removes every document.`,
    )
  }
  if (notesKeptUntil !== undefined) {
    console.log(
      `No notes are destroyed before ${notesKeptUntil}. Legal holds that are newer than the backup are missing: set them again until then.`,
    )
  }
} catch (error) {
  if (!(error instanceof BackupError) && !(error instanceof StoreOpenError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
