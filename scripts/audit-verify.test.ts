import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { createAuditAnchors } from '../api/src/platform/audit/audit-anchors.ts'
import { withAuditChain } from '../api/src/platform/audit/audit-chain.ts'
import { recordChange } from '../api/src/platform/audit/record-change.ts'
import { silentLog } from '../api/src/platform/log.ts'
import { makeBackup } from '../api/commands/backup/make-backup.ts'
import { restoreBackup } from '../api/commands/backup/restore-backup.ts'
import { operatorCommand, portalCommand } from './operator-command-fixture.ts'

let folder: string
let data: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'board-portal-audit-'))
  data = path.join(folder, 'data')
  const { mkdir } = await import('node:fs/promises')
  await mkdir(data)
  await write(data, 5)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A run of the portal that makes this many changes and an anchor. */
async function write(dataFolder: string, count: number) {
  const plain = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
  const store = withAuditChain(plain)
  for (let n = 0; n < count; n += 1) {
    const change = { at: new Date(), by: { key: 'admin' as const }, what: 'mapping saved' }
    await recordChange(store, { ...change, subject: `slot-${n}` })
  }
  await createAuditAnchors({ store, now: () => new Date(), log: silentLog }).ensure()
  await store.close()
}

const audit = (...args: string[]) =>
  operatorCommand('audit-verify', ['verify', ...args], { env: { DATA_FOLDER: data } })

it('verifies the configured store, and finds the anchor of the log', async () => {
  const env = { DATA_FOLDER: data }
  const { code, output } = await portalCommand(['audit', 'verify'], { env })
  expect(output).toMatch(
    /^5 entries, in 1 chains, and 1 anchors: nothing has been tampered with\.\n/,
  )
  expect(code).toBe(0)
  const [hash] = /[0-9a-f]{64}/.exec(output)!
  expect((await audit('--anchor', hash)).code).toBe(0)
  const other = await audit('--anchor', hash.replaceAll(/[0-8]/g, '9'))
  expect(other).toMatchObject({
    code: 1,
    output: expect.stringContaining('No anchor has the hash'),
  })
})

it('verifies a backup without changing it, and continues after it was restored', async () => {
  const backup = path.join(folder, 'backup')
  await makeBackup({ dataFolder: data, target: backup })
  const before = readFileSync(path.join(backup, 'portal.sqlite'))
  expect(await audit('--backup', backup)).toMatchObject({ code: 0 })
  expect(readFileSync(path.join(backup, 'portal.sqlite')).equals(before)).toBe(true)
  await restoreBackup({ backup, dataFolder: data, replace: true })
  await write(data, 3)
  expect(await audit()).toMatchObject({
    code: 0,
    output: expect.stringContaining('8 entries, in 2 chains'),
  })
})

it('names the first entry that was tampered with, and exits with 1', async () => {
  const backup = path.join(folder, 'tampered')
  await makeBackup({ dataFolder: data, target: backup })
  const db = new DatabaseSync(path.join(backup, 'portal.sqlite'))
  const second = "(SELECT id FROM documents WHERE collection='audit' ORDER BY id LIMIT 1 OFFSET 1)"
  const { id } = db.prepare(`SELECT ${second} AS id`).get()!
  db.exec(
    `UPDATE documents SET body = json_set(body, '$.subject', 'x') WHERE collection='audit' AND id=${second}`,
  )
  db.close()
  const { code, output } = await audit('--backup', backup)
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`^changed: Entry ${String(id)} of .* has been changed\\.\n$`))
})

it('explains why it can’t verify', async () => {
  expect(await portalCommand(['audit'])).toMatchObject({
    code: 2,
    output: expect.stringContaining('verify'),
  })
  expect(await audit('--backup', path.join(folder, 'none'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no'),
  })
})
