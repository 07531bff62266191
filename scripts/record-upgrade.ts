import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contractVersion } from '../api/contract/src/releases.ts'
import { makeBackup } from '../api/commands/backup/make-backup.ts'
import { fixturesFolder } from './upgrades/fixtures.ts'
import { portalAt } from './upgrades/portal-at.ts'
import { linkAdmin, prepareCommittee } from './upgrades/sample-committee.ts'
import { prepareQuarter, putPapers } from './upgrades/sample-quarter.ts'
import { startApi } from './upgrades/start-api.ts'
import { walk } from './upgrades/walk.ts'

/**
 * `node scripts/record-upgrade.ts [contract version]`: releases this contract. Its API prepares a quarter, and a backup of
 * that is kept, with what its readers found, for the releases after it. A past version's API comes from the repository's
 * history.
 */
const [version = contractVersion] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('Name the version of the contract: node scripts/record-upgrade.ts 1.17.0')
  process.exit(1)
}
const main =
  version === contractVersion
    ? path.resolve(import.meta.dirname, '../api/src/main.ts')
    : await portalAt(version)
const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-upgrade-'))
try {
  const dataFolder = path.join(folder, 'data')
  await putPapers(dataFolder)
  if (version === contractVersion) await linkAdmin(dataFolder)
  const api = await startApi(main, dataFolder)
  try {
    await prepareQuarter(api.call('admin'))
    if (version === contractVersion) await prepareCommittee(api.call('admin'))
    const state = await walk(api)
    await makeBackup({ dataFolder, target: path.join(folder, 'backup'), withDrive: true })
    writeFileSync(path.join(folder, 'walk.json'), `${JSON.stringify(state, undefined, 2)}\n`)
  } finally {
    await api.stop()
  }
  mkdirSync(fixturesFolder, { recursive: true })
  const archive = path.join(fixturesFolder, `${version}.tar.gz`)
  execFileSync('tar', ['-czf', archive, '-C', folder, 'backup', 'walk.json'])
  console.log(`Recorded ${path.relative(process.cwd(), archive)}.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
