import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { printable } from '../api/domain/src/print.ts'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { createLog } from '../api/src/platform/log.ts'
import {
  filesInZip,
  saveArchive,
  storedTexts,
  writeZip,
} from '../api/src/features/portal-exports/exports-fixture.ts'
import { temporaryFolder } from '../api/src/platform/files/temporary-folder.ts'
import { testApi } from '../api/src/testing/test-api.ts'
import { makeBackup } from '../api/commands/backup/make-backup.ts'

/** Erases its line and the one above, goes back to the start, turns the text around and ends with what can't be seen. */
const hostile = 'mallory\u001b[2K\u001b[1A\u009b2K\r\u202e\u200b\u2028Admins: none.'
const shown = printable(hostile)
/** For names of files, and for addresses. */
const hostileName = hostile.replaceAll(' ', '')

let folder: string
let dataFolder: string
let server: Server
let portal: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'board-portal-printing-'))
  dataFolder = path.join(folder, 'data')
  mkdirSync(path.join(dataFolder, 'drive'), { recursive: true })
  const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
  const time = '2026-11-27T09:00:00.000Z'
  const designatedAdmins = ['ruth@larkspur.example', hostile]
  const body = { designatedAdmins, createdAt: time, lastUpdated: time }
  await store.create('admin', 'designatedAdmins', body)
  await store.create('audit_access', hostile, { at: hostile, what: 'signed in' })
  await store.close()
  symlinkSync('/etc/hostname', path.join(dataFolder, 'drive', hostileName))
  // A portal, or what calls itself one, that refuses everything.
  server = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 'unauthenticated', error: hostile, requestId: hostile }))
  })
  await once(server.listen(0), 'listening')
  portal = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const root = path.resolve(import.meta.dirname, '..')

/** Runs a command as an operator does, and returns what it printed. */
function printed(script: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const given = { ...process.env, DATA_FOLDER: dataFolder, PORTAL_URL: portal, ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, [path.join(root, script), ...args], { env: given }, (_, out, err) =>
      resolve(out + err),
    )
  })
}

/** Expects that text is shown, and that nothing of it acts on the terminal. */
function expectHarmless(text: string, part = shown): void {
  expect(text).toContain(part)
  const lines = text.split('\n')
  expect(lines.map(printable)).toEqual(lines)
  expect(lines.some((line) => line.startsWith('Admins: none.'))).toBe(false)
}

const cli = 'shell/remote-kit/bin/portal.ts'

type Case = [string, string, string[], NodeJS.ProcessEnv?]

/** One command of each kind: of the remote-kit, of the API and of the scripts. */
const cases: Case[] = [
  ['portal admins list', cli, ['admins', 'list']],
  ['portal status, of a portal that refuses it', cli, ['status', 'mf-meetings']],
  ['doctor', 'api/commands/doctor.ts', [], { FOUNDATION_TIME_ZONE: hostile }],
  ['gate-runner', 'scripts/gate-runner.ts', [], { GATE_RUNNER_KEY: 'k'.repeat(64) }],
]
const others: Case[] = [
  ['portal admins, with a wrong argument', cli, ['admins', hostile]],
  ['portal audit verify', cli, ['audit', 'verify']],
  ['portal audit, with a wrong argument', cli, ['audit', 'verify', hostile]],
  ['an unknown command of portal', cli, [hostile]],
  ['doctor, with a wrong argument', 'api/commands/doctor.ts', [hostile]],
  ['the API, with a wrong setting', 'api/src/main.ts', [], { FOUNDATION_TIME_ZONE: hostile }],
  ['restore, of nothing', 'api/commands/restore.ts', [hostile]],
]
const isLong = process.env['TEST_LONG'] === '1'

it.each([...cases, ...(isLong ? others : [])])(
  '%s prints no text that acts on the terminal',
  async (_, script, args, env) => {
    const text = await printed(script, args, env)
    const lines = text.split('\n')
    expect(text).toMatch(/mallory|time zone|FOUNDATION_TIME_ZONE|gate runner|portal/i)
    expect(lines.map(printable)).toEqual(lines)
    expect(text).not.toMatch(/^\s*Admins: none\./m)
  },
)

it('backup prints the names of what it can’t copy', async () => {
  const target = path.join(temporaryFolder(), 'backup')
  const text = await printed('api/commands/backup.ts', [target, '--with-drive'])
  expectHarmless(text, printable(hostileName))
})

it('restore prints the names of files that aren’t part of a backup', async () => {
  const backup = path.join(temporaryFolder(), 'backup')
  await makeBackup({ dataFolder, target: backup })
  writeFileSync(path.join(backup, hostileName), '')
  const elsewhere = { DATA_FOLDER: path.join(temporaryFolder(), 'data') }
  expectHarmless(
    await printed('api/commands/restore.ts', [backup], elsewhere),
    printable(hostileName),
  )
})

it('restore prints a foundation’s name and its admins, one on a line', async () => {
  const api = await testApi()
  const archive = path.join(temporaryFolder(), 'export.zip')
  await storedTexts(api, 'bylaws', 'the bylaws')
  const files = await filesInZip(await saveArchive(api, archive))
  const manifest = JSON.parse(String(files.get('manifest.json'))) as object
  files.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, foundation: hostile })))
  writeZip(archive, files)
  const admins = await api.ports.store.get('admin', 'designatedAdmins')
  await api.close()
  const elsewhere = { DATA_FOLDER: path.join(temporaryFolder(), 'data') }
  const text = await printed('api/commands/restore.ts', [archive], elsewhere)
  expectHarmless(text)
  const listed = admins!['designatedAdmins'] as string[]
  expect(text).toContain(
    [
      'verified.',
      `Admins, as the archive has them: ${listed.length}.`,
      ...listed.map((sheet) => `  ${sheet}`),
    ].join('\n'),
  )
})

it('the log escapes its lines, and they stay JSON', () => {
  const lines: string[] = []
  createLog((line) => lines.push(line)).error(hostile, { cause: new Error(hostile) })
  expectHarmless(lines.join('\n'), '\\u001b[2K')
  expect(JSON.parse(lines[0]!)).toMatchObject({ msg: hostile, cause: { message: hostile } })
})
