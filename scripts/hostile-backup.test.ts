import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { originalKey } from '../api/src/features/documents/synced-documents-service.ts'
import { temporaryFolder } from '../api/src/platform/files/temporary-folder.ts'
import { makeBackup } from '../api/commands/backup/make-backup.ts'
import { writeManifest } from '../api/commands/backup/manifest.ts'
import { restoreBackup } from '../api/commands/backup/restore-backup.ts'

const admins = ['ruth@larkspur.example', 'mallory@larkspur.example']
const key = originalKey('a'.repeat(64))

/** A backup whose manifest fits after each change. */
let backup: string
let database: string

let folder: string
let unchanged: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'board-portal-backup-'))
  const dataFolder = path.join(folder, 'data')
  mkdirSync(path.join(dataFolder, 'blobs', path.dirname(key)), { recursive: true })
  writeFileSync(path.join(dataFolder, 'blobs', key), 'paper')
  const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
  const time = '2026-11-20T10:00:00.000Z'
  const body = { designatedAdmins: admins, createdAt: time, lastUpdated: time }
  await store.create('admin', 'designatedAdmins', body)
  await store.close()
  unchanged = path.join(folder, 'backup')
  await makeBackup({ dataFolder, target: unchanged })
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  backup = path.join(temporaryFolder(), 'backup')
  cpSync(unchanged, backup, { recursive: true })
  database = path.join(backup, 'portal.sqlite')
})

async function changeDatabase(sql: string): Promise<void> {
  const db = new DatabaseSync(database)
  db.exec(sql)
  db.close()
  await writeManifest(backup, new Date())
}

/** Restores the backup, expects a refusal, and returns its message; nothing may be left. */
async function refused(): Promise<string> {
  const dataFolder = path.join(temporaryFolder(), 'data')
  const reason = await restoreBackup({ backup, dataFolder }).then(
    () => 'restored',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  const left = readdirSync(path.dirname(dataFolder), { recursive: true })
  expect(left.filter((name) => !/^data(?:\/portal\.lock)?$/.test(String(name)))).toEqual([])
  return reason
}

const keepMallory = `CREATE TRIGGER keep_mallory AFTER UPDATE ON documents WHEN new.collection = 'admin' BEGIN
  UPDATE documents SET body = json_set(new.body, '$.designatedAdmins', json('${JSON.stringify(admins)}'))
  WHERE collection = 'admin'; END`

/** They would refuse a body that isn't JSON. */
const withoutIndexes = ['at', 'who', 'what', 'subject']
  .map((field) => `DROP INDEX by_${field}`)
  .join(';')

const foreign: [string, string, string][] = [
  ['a trigger that undoes an admin’s removal', keepMallory, 'trigger keep_mallory'],
  ['a view', 'CREATE VIEW others AS SELECT 1', 'view others'],
  ['a table', 'CREATE TABLE others (a)', 'table others'],
  ['an index', 'CREATE INDEX others ON documents (body)', 'index others'],
  [
    'an index of a portal’s name',
    'DROP INDEX by_at; CREATE UNIQUE INDEX by_at ON documents (collection)',
    'index by_at',
  ],
  [
    'a view in place of the documents',
    'ALTER TABLE documents RENAME TO real; CREATE VIEW documents AS SELECT * FROM real',
    'table real',
  ],
]

describe('a database', () => {
  it.each(foreign)('is neither restored nor opened with %s', async (_, sql, name) => {
    await changeDatabase(sql)
    const reason = await refused()
    expect(reason).toContain('contains what the portal doesn’t create')
    expect(reason).toContain(name.split(' ')[0])
    for (const readOnly of [false, true]) {
      expect(() => openSqliteStore({ path: database, readOnly })).toThrow(name)
    }
  })

  it.each([
    ['the largest revision', 'UPDATE documents SET revision = 9007199254740991'],
    ['a revision beyond JavaScript’s', 'UPDATE documents SET revision = 9223372036854775807'],
    ['a revision that is text', "UPDATE documents SET revision = 'x'"],
    ['an id that is too long', "UPDATE documents SET id = printf('%.*c', 701, 'x')"],
    ['an id that is no text', "UPDATE documents SET id = x'00'"],
    ['a time that is none', "UPDATE documents SET updated_at = 'xxxxxxxxxxxxxxxxxxxxxxxx'"],
    ['a body that is no JSON', `${withoutIndexes}; UPDATE documents SET body = '{'`],
    [
      'a body that isn’t as it was written',
      "UPDATE documents SET body = replace(body, 'ruth', 'rith')",
    ],
    ['a body that is no object', "UPDATE documents SET body = '[]'"],
    [
      'a body that is too large',
      `UPDATE documents SET body = json_object('a', hex(zeroblob(450000)))`,
    ],
    [
      'a body that is nested too deeply',
      `UPDATE documents SET body = '{"a":${'['.repeat(30)}${']'.repeat(30)}}'`,
    ],
  ])('is not restored with %s', async (_, sql) => {
    await changeDatabase(sql)
    expect(await refused()).toMatch(/is no document of a portal/)
  })

  it('restores only its documents', async () => {
    await changeDatabase('PRAGMA application_id = 7; PRAGMA user_version = 1')
    const dataFolder = path.join(temporaryFolder(), 'data')
    await restoreBackup({ backup, dataFolder })
    expect(readdirSync(dataFolder).toSorted()).toEqual(['blobs', 'portal.sqlite'])
    const restored = path.join(dataFolder, 'portal.sqlite')
    const db = new DatabaseSync(restored, { readOnly: true })
    expect(db.prepare('PRAGMA application_id').get()).not.toEqual({ application_id: 7 })
    db.close()
    const store = openSqliteStore({ path: restored })
    expect(await store.get('admin', 'designatedAdmins')).toMatchObject({ designatedAdmins: admins })
    await store.close()
  })
})

describe('a file', () => {
  it.each(['portal.sqlite-wal', 'portal.sqlite-journal', 'identity/firebase.json', 'setup.sh'])(
    '%s is refused: no backup contains it',
    async (name) => {
      mkdirSync(path.dirname(path.join(backup, name)), { recursive: true })
      writeFileSync(path.join(backup, name), '')
      expect(await refused()).toContain(`${name} isn’t part of it`)
      await writeManifest(backup, new Date())
      expect(await refused()).toContain(`${name} is no file of a backup`)
    },
  )

  it('is refused if it is a link to any target', async () => {
    const elsewhere = path.join(temporaryFolder(), 'same')
    copyFileSync(path.join(backup, 'blobs', key), elsewhere)
    rmSync(path.join(backup, 'blobs', key))
    symlinkSync(elsewhere, path.join(backup, 'blobs', key))
    expect(await refused()).toContain(`${key} is a link`)
  })

  it('is refused if its folder is a link', async () => {
    const elsewhere = path.join(temporaryFolder(), 'blobs')
    cpSync(path.join(backup, 'blobs'), elsewhere, { recursive: true })
    rmSync(path.join(backup, 'blobs'), { recursive: true })
    symlinkSync(elsewhere, path.join(backup, 'blobs'))
    expect(await refused()).toMatch(/blobs\/originals\/a+ is missing/)
  })

  it('outside of the restored folder is left alone, although a link of the previous drive leads there', async () => {
    const outside = temporaryFolder()
    writeFileSync(path.join(outside, 'letter.txt'), 'mine', { mode: 0o644 })
    chmodSync(outside, 0o755)
    const dataFolder = path.join(temporaryFolder(), 'data')
    await restoreBackup({ backup, dataFolder })
    mkdirSync(path.join(dataFolder, 'drive'))
    symlinkSync(outside, path.join(dataFolder, 'drive/link'))
    await restoreBackup({ backup, dataFolder, replace: true })
    expect(statSync(path.join(outside, 'letter.txt')).mode & 0o777).toBe(0o644)
    expect(statSync(outside).mode & 0o777).toBe(0o755)
  })
})

describe('backup.json', () => {
  it('is refused if it is a link', async () => {
    const elsewhere = path.join(temporaryFolder(), 'backup.json')
    renameSync(path.join(backup, 'backup.json'), elsewhere)
    symlinkSync(elsewhere, path.join(backup, 'backup.json'))
    expect(await refused()).toMatch(/backup\.json can't be read/)
  })

  it('is refused if it would fill the memory', async () => {
    truncateSync(path.join(backup, 'backup.json'), 2 ** 34)
    expect(await refused()).toMatch(/backup\.json can't be read/)
    writeFileSync(path.join(backup, 'backup.json'), `[${'{},'.repeat(2_100_000)}{}]`)
    expect(await refused()).toMatch(/backup\.json can't be read/)
  })

  it('is refused without the size or hash of a file', async () => {
    const files = { 'portal.sqlite': {} }
    writeFileSync(path.join(backup, 'backup.json'), JSON.stringify({ version: 1, files }))
    expect(await refused()).toMatch(/backup\.json can't be read/)
    expect(existsSync(database)).toBe(true)
  })
})
