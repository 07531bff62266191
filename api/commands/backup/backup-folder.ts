import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

/** A backup's name is its time; a draft, which a killed backup leaves, has more behind it. */
const entryName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(\.partial-\w+)?$/

/** The name of a backup in `BACKUP_FOLDER`: 2026-11-28T03-15-00Z. */
export function backupName(at: Date): string {
  return at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
}

/** The names of the complete backups in a folder, oldest first. */
function backupsIn(folder: string): string[] {
  return entriesOf(folder).filter((name) => !name.includes('.partial-'))
}

function entriesOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => entryName.test(name))
    .toSorted()
}

/** When the newest backup in a folder was begun. */
export function newestBackup(folder: string): Date | undefined {
  const name = backupsIn(folder).at(-1)
  return name === undefined
    ? undefined
    : new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3Z'))
}

/** Deletes what is older than the newest `kept` backups; returns the names. */
export async function deleteOlderBackups(folder: string, kept: number): Promise<string[]> {
  const oldestKept = backupsIn(folder).at(-kept)
  const older = oldestKept ? entriesOf(folder).filter((name) => name < oldestKept) : []
  for (const name of older) await rm(path.join(folder, name), { recursive: true })
  return older
}
