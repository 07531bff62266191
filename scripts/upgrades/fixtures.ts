import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { contractVersion } from '../../api/contract/src/releases.ts'
import { restoreBackup } from '../../api/commands/backup/restore-backup.ts'
import type { Walk } from './walk.ts'

/** A backup of each released version's data, named by the version of its contract. */
export const fixturesFolder = path.join(import.meta.dirname, 'fixtures')

/** The released versions, oldest first. */
export function recordedVersions(): string[] {
  const minorOf = (version: string) => Number(version.split('.')[1])
  return readdirSync(fixturesFolder)
    .flatMap((file) => /^(\d+\.\d+\.\d+)\.tar\.gz$/.exec(file)?.[1] ?? [])
    .toSorted((a, b) => minorOf(a) - minorOf(b))
}

/** The same without today's, from which there is nothing to upgrade. */
export function earlierVersions(): string[] {
  return recordedVersions().filter((version) => version !== contractVersion)
}

/** Restores a version's data, as an operator does. Returns what its readers found there. */
export async function restoreFixture(version: string, folder: string): Promise<Walk> {
  const archive = path.join(fixturesFolder, `${version}.tar.gz`)
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  await restoreBackup({
    backup: path.join(folder, 'backup'),
    dataFolder: path.join(folder, 'data'),
  })
  return JSON.parse(readFileSync(path.join(folder, 'walk.json'), 'utf8')) as Walk
}
