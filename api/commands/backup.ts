import path from 'node:path'
import { parseArgs } from 'node:util'
import { print, printError } from '@portal/domain/print'
import './print-defects.ts'
import { BackupError } from './backup/backup-error.ts'
import { makeBackup } from './backup/make-backup.ts'

/**
 * `pnpm backup <folder> [--with-drive]`: makes a verified copy of DATA_FOLDER, even while the portal runs.
 */
process.umask(0o077)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'with-drive': { type: 'boolean', default: false } },
})
const [target] = positionals

try {
  if (target === undefined) throw new BackupError('Name a folder for the backup.')
  const dataFolder = path.resolve(process.env['DATA_FOLDER'] ?? '.data')
  const { manifest, missing, altered, skipped } = await makeBackup({
    dataFolder,
    target: path.resolve(target),
    withDrive: values['with-drive'],
  })
  const files = Object.values(manifest.files)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  print(
    `Backed up ${dataFolder} to ${path.resolve(target)}: ${files.length} files, ${(size / 1e6).toFixed(1)} MB, verified.`,
  )
  const report = (places: string[], sentence: string) => {
    if (places.length === 0) return
    printError(sentence, ...places.map((place) => `  ${place}`))
    process.exitCode = 2
  }
  report(
    missing,
    `Files missing from the portal itself: ${missing.length}. Sync the drive, then back up again.`,
  )
  report(
    altered,
    `Files altered in the portal itself, and copied as they are: ${altered.length}. The portal fetches papers again when it verifies them; then back up again.`,
  )
  report(
    skipped,
    `Not copied, because the name isn't UTF-8 or it is neither a file nor a folder: ${skipped.length}.`,
  )
} catch (error) {
  if (!(error instanceof BackupError)) throw error
  printError(error.message)
  process.exitCode = 1
}
