import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../src/adapters/sqlite/sqlite-document-store.ts'
import { temporaryFolder } from '../src/platform/files/temporary-folder.ts'
import { newestBackup } from './backup/backup-folder.ts'

const sha256 = 'a'.repeat(64)
const older = ['2026-11-24T03-15-00Z', '2026-11-25T03-15-00Z', '2026-11-26T03-15-00Z']
const others = ['2026-11-25T03-15-00Z.partial-x1y2z3', 'by hand', '2026-11-23']

/** An empty portal's data, and a folder with earlier backups, in a file of settings. */
async function settingsFile() {
  const folder = temporaryFolder()
  const [dataFolder, backups] = [path.join(folder, 'data'), path.join(folder, 'backups')]
  mkdirSync(dataFolder)
  await openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') }).close()
  for (const name of [...older, ...others]) mkdirSync(path.join(backups, name), { recursive: true })
  const file = path.join(folder, 'production.env')
  writeFileSync(file, `DATA_FOLDER=${dataFolder}\nBACKUP_FOLDER=${backups}\n`)
  return { file, dataFolder, backups }
}

/** Runs the command as a timer does. */
function backup(...args: string[]) {
  const file = path.join(import.meta.dirname, 'backup.ts')
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    env: { PATH, NODE_COMPILE_CACHE },
    encoding: 'utf8',
  })
  return { status, output: `${stdout}${stderr}`.trim() }
}

describe('a backup in BACKUP_FOLDER', () => {
  it('is named by its time, and replaces the oldest ones and the drafts before them', async () => {
    const { file, backups } = await settingsFile()
    const before = Date.now()
    const { status, output } = backup('--env', file, '--keep', '2')
    expect(output).toContain('Deleted what is older than the newest 2: 2026-11-24T03-15-00Z, ')
    expect(status).toBe(0)
    const made = newestBackup(backups)!
    expect(made.getTime()).toBeGreaterThan(before - 1000)
    const names = readdirSync(backups).filter((name) => !name.startsWith('20'))
    expect(names).toEqual(['by hand'])
    const left = readdirSync(backups).filter((name) => name.startsWith('20'))
    expect(left.slice(0, 2)).toEqual(['2026-11-23', '2026-11-26T03-15-00Z'])
    expect(left).toHaveLength(3)
  })

  it('keeps all of them if the portal has lost a file, which an earlier one may have', async () => {
    const { file, dataFolder, backups } = await settingsFile()
    const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
    await store.create('documents', 'budget', { title: 'Budget', sha256 })
    await store.close()
    expect(backup('--env', file, '--keep', '1').status).toBe(2)
    expect(readdirSync(backups)).toEqual(expect.arrayContaining([...older, ...others]))
  })

  it('isn’t made, and nothing is deleted, without a folder or a number', async () => {
    const { file, backups } = await settingsFile()
    expect(backup('--env', file, '--keep', '0')).toEqual({
      status: 1,
      output: '--keep needs a number of backups, from 1 to 9999.',
    })
    expect(backup('--keep', '2').output).toBe(
      '--keep needs BACKUP_FOLDER: it deletes nothing elsewhere.',
    )
    expect(readdirSync(backups).toSorted()).toEqual([...older, ...others].toSorted())
    rmSync(backups, { recursive: true })
    expect(newestBackup(backups)).toBeUndefined()
  })
})
