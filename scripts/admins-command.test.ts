import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockDataFolder } from '../api/src/adapters/sqlite/data-folder-lock.ts'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { withAuditChain } from '../api/src/platform/audit/audit-chain.ts'
import { verifyAudit } from '../api/src/platform/audit/verify-audit.ts'
import { operatorCommand, portalCommand } from './operator-command-fixture.ts'

let data: string
beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'board-portal-admins-'))
  const store = open()
  const time = '2026-11-27T09:00:00.000Z'
  // As after a first start with a typo.
  const designatedAdmins = ['rut.abelman@larkspur.example', 'anna@elsewhere.example']
  const body = { designatedAdmins, createdAt: time, lastUpdated: time }
  await store.create('admin', 'designatedAdmins', body)
  await store.close()
})
afterAll(() => rmSync(data, { recursive: true }))

const open = () => withAuditChain(openSqliteStore({ path: path.join(data, 'portal.sqlite') }))

const admins = (args: string[], folder = data) =>
  operatorCommand('admins', args, { env: { DATA_FOLDER: folder } })

it('lists the admins and who of them can’t sign in, also while the portal runs', async () => {
  const unlock = lockDataFolder(data)
  const { code, output } = await portalCommand(['admins', 'list'], { env: { DATA_FOLDER: data } })
  unlock()
  expect(output).toBe(
    'anna@elsewhere.example (can’t sign in: not of @larkspur.example)\nrut.abelman@larkspur.example\n',
  )
  expect(code).toBe(0)
})

it('adds and removes admins, never the last one, and records it in the audit', async () => {
  const added = await admins(['add', 'Ruth.Abelman@larkspur.example'])
  expect(added).toMatchObject({ code: 0, output: expect.stringContaining('\nruth.abelman@') })
  expect(await admins(['remove', 'rut.abelman@larkspur.example'])).toMatchObject({ code: 0 })
  expect(await admins(['remove', 'ruth.abelman@larkspur.example'])).toEqual({
    code: 1,
    output: 'Cannot remove the last admin. There must be at least one designated admin.\n',
  })
  const store = open()
  const { documents } = await store.list('audit', { orderBy: 'at' })
  expect(documents.map(({ by, what, subject }) => ({ by, what, subject }))).toEqual([
    { by: { portal: 'operator' }, what: 'admin added', subject: 'ruth.abelman@larkspur.example' },
    { by: { portal: 'operator' }, what: 'admin removed', subject: 'rut.abelman@larkspur.example' },
  ])
  await verifyAudit(store, { anchor: undefined })
  await store.close()
})

it('changes nothing while a portal on SQLite runs, and creates no data folder', async () => {
  const unlock = lockDataFolder(data)
  const { code, output } = await admins(['add', 'wei@larkspur.example'])
  unlock()
  expect(output).toContain('is in use by another running portal')
  expect(code).toBe(1)
  const missing = path.join(data, 'missing')
  expect(await admins(['add', 'wei@larkspur.example'], missing)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`There is no portal.sqlite in ${missing}`),
  })
})
