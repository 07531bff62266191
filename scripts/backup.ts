import path from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from './backup/backup-error.ts'
import { makeBackup } from './backup/make-backup.ts'

/**
 * `pnpm backup <folder> [--with-drive]`: makes a verified copy of DATA_FOLDER, whether the portal
 * runs or not.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'with-drive': { type: 'boolean', default: false } },
})
const [target] = positionals

try {
  if (target === undefined) throw new BackupError('Name a folder for the backup.')
  const dataFolder = path.resolve(process.env['DATA_FOLDER'] ?? '.data')
  const { manifest, missing } = await makeBackup({
    dataFolder,
    target: path.resolve(target),
    withDrive: values['with-drive'],
  })
  const files = Object.values(manifest.files)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  console.log(
    `Backed up ${dataFolder} to ${path.resolve(target)}: ${files.length} files, ${(size / 1e6).toFixed(1)} MB, verified.`,
  )
  if (missing.length > 0) {
    console.error(
      `${missing.length} files named by the database are missing from the portal itself (${missing[0]}); sync the drive, then back up again.`,
    )
    process.exitCode = 2
  }
} catch (error) {
  if (!(error instanceof BackupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
