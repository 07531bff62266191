import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../src/adapters/sqlite/sqlite-document-store.ts'
import { publishedBuild } from '../src/features/releases/published-build-fixture.ts'
import { temporaryFolder } from '../src/platform/files/temporary-folder.ts'
import { startHere } from '../src/testing/start-portal-fixture.ts'
import { examinePortal } from './examine-portal.ts'

/** Answers as the Auth emulator does that has no accounts. */
let emulator: { url: string; stop: () => Promise<void> }
beforeAll(async () => {
  const server = createServer(({ url = '' }, response) => {
    const isProject = url.includes('/v1/projects?')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(isProject ? { authorizedDomains: ['localhost'] } : {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    await promisify(server.close.bind(server))()
  }
  emulator = { url: `http://127.0.0.1:${port}`, stop }
})
afterAll(() => emulator.stop())

const jobNames = [
  'account-watch',
  'audit-watch',
  'board-books',
  'calendar-invitations',
  'calendar-refresh',
  'closed-papers',
  'database-check',
  'exports',
  'mail',
  'notices',
  'note-destruction',
  'own-sign-in',
  'release-retention',
  'scrub',
  'storage-use',
  'sync',
  'uploads',
]

/** Runs the doctor as an operator does. */
function doctor(env: Record<string, string>, ...args: string[]) {
  const file = join(import.meta.dirname, 'doctor.ts')
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const options = { env: { PATH, NODE_COMPILE_CACHE, ...env } }
  return new Promise<{ code: number; output: string; lines: Record<string, string> }>((resolve) => {
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`
      const findings = stdout.split('\n').flatMap((line) => {
        const match = /^(ok|caution|wrong) +(\S+) +(.+)$/.exec(line)
        return match ? [[match[2]!, `${match[1]}: ${match[3]}`]] : []
      })
      const code = error ? Number(error.code) : 0
      resolve({ code, output, lines: Object.fromEntries(findings) as Record<string, string> })
    })
  })
}

/** What the doctor finds, in this process: a line for each part. */
async function examined(env: Record<string, string>, address?: string) {
  const request = address === undefined ? {} : { address: new URL(address) }
  const { findings } = await examinePortal(env, request)
  return Object.fromEntries(
    findings.map(({ part, verdict, message }) => [part, `${verdict}: ${message}`]),
  )
}

/** A complete embedded set: a shell, one remote, one paper and an empty calendar. */
function embeddedSet(): Record<string, string> {
  const root = temporaryFolder()
  const at = (...path: string[]) => join(root, ...path)
  for (const name of ['shell', 'remote', 'data', 'data/drive']) mkdirSync(at(name))
  const head = '<meta name="portal-identity" content="emulator">'
  writeFileSync(at('shell/index.html'), `${head}<!--preload--><!--page-data-->`)
  const { manifest, files } = publishedBuild()
  writeFileSync(at('remote/release.json'), JSON.stringify(manifest))
  for (const [file, text] of Object.entries(files)) writeFileSync(at('remote', file), text)
  writeFileSync(at('data/drive/Budget.pdf'), 'paper')
  writeFileSync(at('data/calendar.ics'), 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')
  return {
    DATA_FOLDER: at('data'),
    SHELL_FOLDER: at('shell'),
    RELEASES_FOLDER: at('remote'),
    AUTH_EMULATOR_URL: emulator.url,
    // Can be resolved without a network connection.
    EMBED_HOSTS: '127.0.0.1',
  }
}

describe('the doctor', () => {
  it('finds nothing wrong with a running portal, and leaves nothing behind', async () => {
    const env = embeddedSet()
    const portal = await startHere(env).started
    const { code, lines, output } = await doctor(env, portal.url)
    expect(lines).toEqual({
      audit: expect.stringContaining('ok: the last entries follow'),
      deletions: 'ok: what is old is deleted by this machine’s clock',
      settings: expect.stringContaining('caution: STORE=sqlite, BLOBS=folder'),
      shell: expect.stringContaining('ok: built for IDENTITY=emulator'),
      branding: 'ok: no logo, so a monogram, no sign-in picture, accent the portal’s own',
      database: 'ok: SQLite, for one instance: created, changed and deleted a document',
      integrity: 'ok: every page and every document of the database is intact',
      files: 'ok: Folder, for one instance: wrote, read and deleted a file',
      drive: expect.stringContaining('ok: '),
      calendar: 'caution: readable, but there is no event in the next three months',
      admins: expect.stringMatching(/^ok: \S+@\S+$/),
      accounts: expect.stringMatching(
        /^caution: listed; \S+@\S+ \(DEFAULT_ADMIN_EMAIL\) has no account yet/,
      ),
      embeds: 'ok: 1 hosts may be embedded, and all can be resolved',
      'sign-in': 'ok: the web API key is valid, and localhost is an authorized domain',
      qa: 'ok: none',
      secrets: 'ok: none is set, and none is needed',
      remotes: expect.stringContaining('ok: meetings 1.0.0-a: all files are intact'),
      address: expect.stringContaining('responds, with its policy and its cookie'),
      ...Object.fromEntries(jobNames.map((name) => [name, expect.stringMatching(/^ok: .+; /)])),
    })
    expect(output).toContain('Nothing is wrong.')
    expect(code).toBe(0)
    await portal.stop('the test has ended')
    const store = openSqliteStore({ path: join(env['DATA_FOLDER']!, 'portal.sqlite') })
    expect((await store.list('doctor')).documents).toEqual([])
    await store.close()
  })

  it('reports every invalid setting of a file, and runs no checks then', async () => {
    const file = join(temporaryFolder(), 'production.env')
    writeFileSync(file, 'PORT=99999\nADMIN_API_KEY=SECRET\nSTORE=postgres\n')
    const { code, output } = await doctor({}, '--env', file)
    expect(code).toBe(1)
    expect(output).toMatch(/^wrong +settings +The setting PORT can't be used/m)
    expect(output).toMatch(/^wrong +settings +The setting ADMIN_API_KEY .* at least 32 characters/m)
    expect(output).toMatch(/^wrong +settings +STORE=postgres can't be used/m)
    expect(output).not.toContain('SECRET')
    expect(output).not.toContain('database')
  })

  it('makes no folder that a setting names, and explains in words what is missing', async () => {
    const missing = (name: string) => join(temporaryFolder(), 'missing', name)
    const env = {
      ...embeddedSet(),
      DATA_FOLDER: missing('data'),
      DRIVE_FOLDER: missing('drive'),
      ICS_FILE: missing('board.ics'),
      RELEASES_FOLDER: missing('dist'),
      FOUNDATION_LOGO: missing('logo.png'),
    }
    const lines = await examined(env)
    const noFolder = (name: 'DATA_FOLDER' | 'DRIVE_FOLDER' | 'RELEASES_FOLDER') =>
      `There is no folder ${env[name]}, which ${name} names. Create or mount it, or correct the setting.`
    expect(lines).toMatchObject({
      database: `wrong: ${noFolder('DATA_FOLDER')}`,
      files: `wrong: ${noFolder('DATA_FOLDER')}`,
      drive: `wrong: ${noFolder('DRIVE_FOLDER')}`,
      remotes: expect.stringContaining(noFolder('RELEASES_FOLDER')),
      calendar: `wrong: ${env.ICS_FILE}: there is no such file or folder. ICS_URL or ICS_FILE must point to the published calendar.`,
      branding: expect.stringContaining(`${env.FOUNDATION_LOGO} can't be read`),
    })
    expect(JSON.stringify(lines)).not.toMatch(/ENOENT|node:/)
    expect([existsSync(env.DATA_FOLDER), existsSync(env.DRIVE_FOLDER)]).toEqual([false, false])
  })

  it('reports every failing part, and what to do about it', async () => {
    const nobody = 'http://127.0.0.1:1'
    const lines = await examined(
      {
        STORE: 'firestore',
        FIREBASE_PROJECT_ID: 'demo-board-portal',
        FIRESTORE_EMULATOR_HOST: '127.0.0.1:1',
        DATA_FOLDER: temporaryFolder(),
        AUTH_EMULATOR_URL: nobody,
        ICS_URL: `${nobody}/SECRET.ics`,
        SHELL_FOLDER: '/nowhere',
        EMBED_HOSTS: 'no-such-host.invalid',
        RELEASES_FOLDER: '/nowhere',
        K_SERVICE: 'board-portal',
      },
      nobody,
    )
    expect(lines).toMatchObject({
      settings: expect.stringContaining(
        'wrong: With TRUSTED_PROXIES=0 behind Cloud Run, all people share one address',
      ),
      shell: expect.stringContaining('wrong: There is no shell in /nowhere'),
      database: expect.stringMatching(/^wrong: .*\(default\) of the project demo-board-portal/),
      accounts: expect.stringContaining('wrong: The project’s accounts can’t be listed'),
      'sign-in': expect.stringContaining('wrong: 127.0.0.1:1 can’t be reached'),
      calendar: expect.stringContaining('ICS_URL or ICS_FILE must point to the published calendar'),
      address: expect.stringContaining('wrong: 127.0.0.1:1 can’t be reached'),
      jobs: expect.stringContaining('wrong: 127.0.0.1:1 can’t be reached'),
      embeds: expect.stringContaining(
        'caution: These hosts can’t be resolved: no-such-host.invalid',
      ),
    })
    expect(JSON.stringify(lines)).not.toContain('SECRET')
  })

  it('refuses invalid arguments', async () => {
    for (const args of [['portal.example.org'], ['https://a', 'https://b']]) {
      const { code, output } = await doctor({}, ...args)
      expect([code, output.includes('doctor [--env <file>]')]).toEqual([2, true])
    }
  })
})
