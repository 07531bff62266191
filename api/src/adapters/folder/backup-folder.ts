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

/** When the newest backup in a folder was begun. One that a wrong clock dated ahead isn't counted. */
export function newestBackup(folder: string, at = new Date()): Date | undefined {
  const name = backupsIn(folder).findLast(isUntil(at))
  return name === undefined ? undefined : timeOf(name)
}

/** When the oldest backup in a folder was begun. */
export function oldestBackup(folder: string): Date | undefined {
  const [name] = backupsIn(folder)
  return name === undefined ? undefined : timeOf(name)
}

/** Backups that a wrong clock dated ahead. Nothing deletes them. */
export function backupsAhead(folder: string, at: Date): string[] {
  return backupsIn(folder).filter((name) => !isUntil(at)(name))
}

const isUntil = (at: Date) => (name: string) => timeOf(name) <= at

function timeOf(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z.*/, 'T$1:$2:$3Z'))
}

const day = 86_400_000
/** How long nothing is deleted for its age after a gap, in ms. */
const waitAfterGap = 7 * day

/**
 * The time from which ages are counted. If the backups leave a gap that is longer than they are kept, either
 * the clock has jumped ahead or none was made: then it is the time before the gap, for a week. Otherwise a clock that is
 * a year ahead would delete all but the newest.
 */
function settledTimeOf(times: Date[], days: number): Date | undefined {
  const newest = times.at(-1)
  const shortest = Math.max(days, 3) * day
  const before = times.find((time, at) => {
    const next = times[at + 1]
    const isGap = next && next.getTime() - time.getTime() > shortest
    return isGap && newest!.getTime() - next.getTime() < waitAfterGap
  })
  return before ?? newest
}

/** Which backups are kept; the newest one always is. */
type Kept = {
  /** At most this many. */
  most?: number | undefined
  /** Those that were begun at most this many days ago. */
  days?: number | undefined
  at: Date
}

/** Deletes all other backups, and the drafts before them; returns the names. */
export async function deleteOlderBackups(
  folder: string,
  { most, days, at }: Kept,
): Promise<string[]> {
  const backups = backupsIn(folder).filter(isUntil(at))
  const oldestKept = most === undefined ? '' : (backups.at(-most) ?? '')
  const settled = days === undefined ? undefined : settledTimeOf(backups.map(timeOf), days)
  const since = settled && new Date(settled.getTime() - days! * day)
  const isKept = (name: string) => name >= oldestKept && !(since && timeOf(name) < since)
  const older = entriesOf(folder).filter((name) => name < (backups.at(-1) ?? '') && !isKept(name))
  for (const name of older) await rm(path.join(folder, name), { recursive: true })
  return older
}
