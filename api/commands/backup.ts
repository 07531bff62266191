import path from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '@portal/domain/counted'
import { print, printError } from '@portal/domain/print'
import { refuseResembling, SettingsError } from '../src/platform/env/env.ts'
import { pathFaults } from '../src/platform/env/named-paths.ts'
import { applySettingsFile } from '../src/platform/env/settings-file.ts'
import './print-defects.ts'
import { BackupError } from './backup/backup-error.ts'
import {
  backupName,
  backupsAhead,
  deleteOlderBackups,
} from '../src/adapters/folder/backup-folder.ts'
import { makeBackup } from './backup/make-backup.ts'

/**
 * `pnpm backup [<folder>] [--with-drive] [--keep <number>] [--env <file>]`: makes a verified copy of DATA_FOLDER, even
 * while the portal runs. Without a folder it makes one in BACKUP_FOLDER, and `--keep` deletes the oldest ones there.
 * The setting BACKUP_DAYS also deletes those that are older.
 */
process.umask(0o077)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'with-drive': { type: 'boolean', default: false },
    keep: { type: 'string' },
    env: { type: 'string' },
  },
})

try {
  if (values.env !== undefined) applySettingsFile(values.env)
  refuseResembling(process.env)
  const backupFolder = process.env['BACKUP_FOLDER']
  const kept = keptNumber(values.keep, backupFolder)
  const days = keptDays(process.env['BACKUP_DAYS'])
  const [named] = positionals
  if (named === undefined && backupFolder) await mustExist(backupFolder)
  const target = named ?? (backupFolder && path.join(backupFolder, backupName(new Date())))
  if (!target) throw new BackupError('Name a folder for the backup.')
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
  // An older backup may have what this one lacks.
  const isWhole = missing.length + altered.length === 0
  if (backupFolder && isWhole) {
    const at = new Date()
    const deleted = await deleteOlderBackups(path.resolve(backupFolder), { most: kept, days, at })
    const rules = [
      ...(kept === undefined ? [] : [`than the newest ${kept}`]),
      ...(days === undefined ? [] : [`than ${counted(days, 'day')}`]),
    ]
    if (deleted.length > 0)
      print(`Deleted what is older ${rules.join(' or ')}: ${deleted.join(', ')}.`)
    const ahead = backupsAhead(path.resolve(backupFolder), at)
    if (ahead.length > 0) {
      printError(
        `Dated ahead of this machine’s clock, and not counted: ${ahead.join(', ')}. Check the clock; delete them yourself if it is right.`,
      )
    }
  }
} catch (error) {
  if (!(error instanceof BackupError || error instanceof SettingsError)) throw error
  printError(error.message)
  process.exitCode = 1
}

/** Only what is inside of it is made here: it may be a disk that isn't mounted. */
async function mustExist(backupFolder: string): Promise<void> {
  const [fault] = await pathFaults([
    {
      setting: 'BACKUP_FOLDER',
      path: path.resolve(backupFolder),
      kind: 'folder',
      mayBeMissing: false,
    },
  ])
  if (fault) throw new BackupError(fault.message)
}

function keptNumber(
  text: string | undefined,
  backupFolder: string | undefined,
): number | undefined {
  if (text === undefined) return undefined
  if (!backupFolder)
    throw new BackupError('--keep needs BACKUP_FOLDER: it deletes nothing elsewhere.')
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new BackupError('--keep needs a number of backups, from 1 to 9999.')
}

function keptDays(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3650) return Number(text)
  throw new BackupError('BACKUP_DAYS needs a number of days, from 1 to 3650.')
}
