import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockDataFolder } from '../api/src/adapters/sqlite/data-folder-lock.ts'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { withAuditChain } from '../api/src/platform/audit/audit-chain.ts'
import { verifyAudit } from '../api/src/platform/audit/verify-audit.ts'
import { getSetPassword, saveSetPassword } from '../api/src/platform/identity/set-passwords.ts'
import { operatorCommand, portalCommand } from './operator-command-fixture.ts'

const account = { uid: 'maria', email: 'maria.lopez@larkspur.example', hasSecondFactor: false }
const by = { email: 'ruth.abelman@larkspur.example' }
let data: string
beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'board-portal-notes-'))
  const store = open()
  const at = new Date('2026-11-27T09:00:00.000Z')
  await saveSetPassword(store, { account, kind: 'password', by, at, hasRecords: true })
  await store.close()
})
afterAll(() => rmSync(data, { recursive: true }))

const open = () => withAuditChain(openSqliteStore({ path: path.join(data, 'portal.sqlite') }))

const notes = (...args: string[]) =>
  operatorCommand('closed-notes', args, { env: { DATA_FOLDER: data } })

it('lists closed notes while the portal runs, and opens them only while it doesn’t', async () => {
  const unlock = lockDataFolder(data)
  const env = { DATA_FOLDER: data }
  expect(await portalCommand(['notes', 'list'], { env })).toEqual({
    code: 0,
    output: 'maria.lopez@larkspur.example (closed since 2026-11-27T09:00:00.000Z)\n',
  })
  expect(await notes('open', account.email)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is in use by another running portal'),
  })
  unlock()
})

it('opens the notes for one person, who sees that an operator did, and the audit has it', async () => {
  expect(await notes('open', 'wei.chen@larkspur.example')).toEqual({
    code: 1,
    output: 'The notes of wei.chen@larkspur.example aren’t closed.\n',
  })
  expect(await notes('open', 'Maria.Lopez@larkspur.example')).toMatchObject({ code: 0 })
  expect(await notes('list')).toMatchObject({ output: 'Nobody’s notes are closed.\n' })
  const store = open()
  expect(await getSetPassword(store, account.uid)).toMatchObject({ opened: { by: 'operator' } })
  expect((await store.list('audit')).documents).toMatchObject([
    { by: { portal: 'operator' }, what: 'notes opened again', subject: account.uid },
  ])
  await verifyAudit(store, { anchor: undefined })
  await store.close()
})

it('says what it can do', async () => {
  expect(await notes('close')).toMatchObject({
    code: 2,
    output: expect.stringContaining('Say what to do: list or open.'),
  })
})
