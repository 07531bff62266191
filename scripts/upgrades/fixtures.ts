import { readdirSync } from 'node:fs'
import path from 'node:path'
import { contractVersion } from '../../api/contract/src/releases.ts'

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
