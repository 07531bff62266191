import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { operatorCommand, portalCommand } from './operator-command-fixture.ts'

const email = 'maria.lopez@larkspur.example'
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'board-portal-personal-data-'))
  const store = open()
  const entry = { name: 'Maria Lopez', role: 'Trustee', type: 'board', email, account: 'maria' }
  await store.create('directory', 'maria', entry)
  await store.create('visits', 'maria', { seenAt: '2026-11-27T09:00:00.000Z' })
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const open = () => openSqliteStore({ path: path.join(folder, 'portal.sqlite') })

const options = () => ({ cwd: folder, env: { DATA_FOLDER: folder } })
/** In this folder, which gets the file. */
const personalData = (...args: string[]) => operatorCommand('personal-data', args, options())

it('writes a person’s data to a file for the operator alone, and never over another file', async () => {
  const first = await portalCommand(['personal-data', 'export', email], options())
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Written to ') })
  const file = path.join(folder, `personal-data-of-${encodeURIComponent(email)}.json`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    uid: 'maria',
    entry: { name: 'Maria Lopez' },
    lastVisitAt: '2026-11-27T09:00:00.000Z',
    notes: [],
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await personalData('export', email)).toMatchObject({
    code: 1,
    output: expect.stringContaining('it may exist already'),
  })
  const store = open()
  const { documents } = await store.list('audit', { where: { what: 'personal data exported' } })
  await store.close()
  expect(documents).toHaveLength(1)
})

it('says what it can do, and whom it doesn’t find', async () => {
  expect(await personalData('show', email)).toMatchObject({
    code: 2,
    output: expect.stringContaining('Say what to do: export.'),
  })
  expect(await personalData('export', 'nobody@larkspur.example')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nobody is found for nobody@larkspur.example.'),
  })
  expect(readdirSync(folder).filter((name) => name.includes('nobody'))).toEqual([])
})
