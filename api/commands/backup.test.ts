import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../src/adapters/sqlite/sqlite-document-store.ts'
import { temporaryFolder } from '../src/platform/files/temporary-folder.ts'
import { backupName, newestBackup } from '../src/adapters/folder/backup-folder.ts'

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

  it('replaces the ones that are older than BACKUP_DAYS, and never itself', async () => {
    const { file, backups } = await settingsFile()
    for (const name of older) rmSync(path.join(backups, name), { recursive: true })
    const [before, yesterday, today] = [50, 26, 1].map((hours) =>
      backupName(new Date(Date.now() - hours * 3_600_000)),
    ) as [string, string, string]
    for (const name of [before, yesterday, today]) mkdirSync(path.join(backups, name))
    appendFileSync(file, 'BACKUP_DAYS=1\n')
    const { status, output } = backup('--env', file)
    expect(output).toContain('Deleted what is older than 1 day: ')
    expect(output).toContain(`${before}, ${yesterday}.`)
    expect(status).toBe(0)
    const left = readdirSync(backups).filter((name) => /^\d{4}-\d\d-\d\dT/.test(name))
    expect(left).toHaveLength(2)
    expect(left).toContain(today)
  })

  it('isn’t made if that folder doesn’t exist, such as a disk that isn’t mounted', async () => {
    const { file, backups } = await settingsFile()
    rmSync(backups, { recursive: true })
    expect(backup('--env', file)).toEqual({
      status: 1,
      output: `There is no folder ${backups}, which BACKUP_FOLDER names. Create or mount it, or correct the setting.`,
    })
    expect(existsSync(backups)).toBe(false)
  })

  it('keeps all of them if the portal has lost a file, which an earlier one may have', async () => {
    const { file, dataFolder, backups } = await settingsFile()
    const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
    await store.create('documents', 'budget', { title: 'Budget', sha256 })
    await store.close()
    expect(backup('--env', file, '--keep', '1').status).toBe(2)
    expect(readdirSync(backups)).toEqual(expect.arrayContaining([...older, ...others]))
  })

  it('isn’t made of a database with an altered document, and nothing is deleted', async () => {
    const { file, dataFolder, backups } = await settingsFile()
    const database = path.join(dataFolder, 'portal.sqlite')
    const store = openSqliteStore({ path: database })
    await store.create('agendas', '2026-Q4', { time: '10:00' })
    await store.close()
    const db = new DatabaseSync(database)
    db.exec("UPDATE documents SET body = replace(body, '10:00', '11:00')")
    db.close()
    const { status, output } = backup('--env', file, '--keep', '1')
    expect(output).toContain('documents of agendas aren’t as they were written')
    expect(status).toBe(1)
    expect(readdirSync(backups).toSorted()).toEqual([...older, ...others].toSorted())
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
