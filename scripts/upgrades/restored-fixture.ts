import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { restoreBackup } from '../../api/commands/backup/restore-backup.ts'
import { temporaryFolder } from '../../api/src/platform/files/temporary-folder.ts'
import { fixturesFolder } from './fixtures.ts'
import { type StartedApi, startApi } from './start-api.ts'
import type { Walk } from './walk.ts'

/** Restores a version's data, as an operator does, with what its readers found there. */
export async function restored(version: string) {
  const folder = temporaryFolder()
  const dataFolder = path.join(folder, 'data')
  execFileSync('tar', ['-xzf', path.join(fixturesFolder, `${version}.tar.gz`), '-C', folder])
  await restoreBackup({ backup: path.join(folder, 'backup'), dataFolder })
  const contents = JSON.parse(readFileSync(path.join(folder, 'walk.json'), 'utf8')) as Walk
  return { dataFolder, contents }
}

/** Starts an API, today's or an older one, until the end of the test. */
export async function open(main: string, dataFolder: string): Promise<StartedApi> {
  const api = await startApi(main, dataFolder)
  onTestFinished(api.stop)
  return api
}
