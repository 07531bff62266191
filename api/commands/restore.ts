import { statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '@portal/domain/counted'
import { print, printError } from '@portal/domain/print'
import { refuseResembling, SettingsError } from '../src/platform/env/env.ts'
import { applySettingsFile } from '../src/platform/env/settings-file.ts'
import { ImportError } from '../src/features/portal-exports/unfinished-import.ts'
import './print-defects.ts'
import { Refusal } from '../src/refusal.ts'
import { StoreOpenError } from '../src/platform/store/document-store.ts'
import { BackupError } from './backup/backup-error.ts'
import { importExport } from './backup/import-export.ts'
import { restoreBackup } from './backup/restore-backup.ts'

/**
 * `pnpm restore <backup> [--replace] [--env <file>]`: restores a backup to DATA_FOLDER, completely or not at all.
 * `pnpm restore <export>.zip [--env <file>]`: restores a foundation's export into an empty portal, on the storage of its settings.
 */
process.umask(0o077)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'boolean', default: false }, env: { type: 'string' } },
})
const [backup] = positionals

try {
  if (values.env !== undefined) applySettingsFile(values.env)
  refuseResembling(process.env)
  if (backup === undefined) {
    throw new BackupError('Name the folder of the backup, or the ZIP of an export.')
  }
  if (isFile(backup)) await restoreExport(backup)
  else await restoreFolder(backup)
} catch (error) {
  const isExpected = [BackupError, StoreOpenError, ImportError, SettingsError, Refusal].some(
    (kind) => error instanceof kind,
  )
  if (!isExpected || !(error instanceof Error)) throw error
  printError(error.message)
  process.exitCode = 1
}

async function restoreFolder(folder: string): Promise<void> {
  const dataFolder = path.resolve(process.env['DATA_FOLDER'] ?? '.data')
  const { before, hasDrive, notesKeptUntil, mailsHeld } = await restoreBackup({
    backup: path.resolve(folder),
    dataFolder,
    replace: values.replace,
  })
  print(`Restored ${path.resolve(folder)} to ${dataFolder}.`)
  if (before !== undefined) print(`The previous data is in ${before}.`)
  if (!hasDrive) {
    print(
      `The backup contains no papers: if the drive is a folder, restore it to ${path.join(dataFolder, 'drive')} before you start the portal, or the next sync removes every document.`,
    )
  }
  if (mailsHeld > 0) {
    print(
      `${counted(mailsHeld, 'mail')} waited in the backup and may have been sent since: look at Admin → Outbox.`,
    )
  }
  if (notesKeptUntil !== undefined) {
    print(
      `No notes are destroyed before ${notesKeptUntil}. Legal holds that are newer than the backup are missing: set them again until then.`,
    )
  }
}

async function restoreExport(archive: string): Promise<void> {
  if (values.replace) {
    throw new ImportError('An export is restored into an empty portal only: leave --replace out.')
  }
  const { foundation, startedAt, papers, admins, incomplete, without } = await importExport(
    archive,
    process.env,
  )
  const isComplete = incomplete.length === 0
  print(
    `Restored ${archive}: ${foundation}, as of ${startedAt}, with ${papers} files of papers, ${isComplete ? 'verified' : 'incomplete'}.`,
    `Admins, as the archive has them: ${admins.length}.`,
    ...admins.map((email) => `  ${email}`),
  )
  if (without.length > 0) {
    print(
      'The archive is of an earlier release. Please check what it doesn’t have:',
      ...without.map((file) => `  ${file}`),
    )
  }
  if (isComplete) return
  printError(
    'The archive is incomplete. Papers of the drive are fetched again by a sync. It lacks:',
    ...incomplete.map((problem) => `  ${problem}`),
  )
  process.exitCode = 2
}

function isFile(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isFile() ?? false
}
