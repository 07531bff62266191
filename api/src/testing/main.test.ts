import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createCall } from '@portal/remote-kit/client'
import { getMapping, saveMapping } from '@portal/contract/mappings'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { start, loggedUrl } from './start-portal-fixture.ts'
import { temporaryFolder } from '../platform/files/temporary-folder.ts'
import { testPeople, unsignedToken } from './test-api.ts'
import { productionEnv } from '../platform/env/production-fixture.ts'

it('serves pages, refuses a second start on its data folder, and ends on a signal', async () => {
  const folder = temporaryFolder()
  const first = start({ DATA_FOLDER: folder })
  await first.ready
  const page = await fetch(`${loggedUrl(first.output())}/meetings`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  await page.body?.cancel()

  const second = start({ DATA_FOLDER: folder })
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(
    `The data folder ${folder} is in use by another running portal. Stop that one first, or set DATA_FOLDER to another folder.`,
  )

  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(first.output()).toContain('"msg":"stopped"')
})

it('doesn’t start on an export that was restored in part', async () => {
  const folder = temporaryFolder()
  const store = openSqliteStore({ path: join(folder, 'portal.sqlite') })
  await store.create('portal_import', 'state', { startedAt: '2026-11-03T09:00:00Z' })
  await store.close()
  const portal = start({ DATA_FOLDER: folder })
  expect(await portal.ended).toBe(1)
  expect(portal.output()).toMatch(/^An export was restored into this portal only in part: restore/)
})

it('doesn’t add the sample to a portal’s own data', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'drive'))
  writeFileSync(join(folder, 'drive/Our bylaws.txt'), 'Article 1')
  const own = start({ DATA_FOLDER: folder })
  await own.ready
  own.child.kill('SIGTERM')
  await own.ended
  const sample = start({ DATA_FOLDER: folder, SAMPLE: '1' })
  expect(await sample.ended).toBe(1)
  expect(sample.output()).toMatch(/has data that isn’t the sample’s\. .+ set SAMPLE=0; to see the/)
  expect(readdirSync(join(folder, 'drive'))).toEqual(['Our bylaws.txt'])
  expect(existsSync(join(folder, 'sample.json'))).toBe(false)
})

it('warns at start when nobody can administer the portal', async () => {
  const folder = temporaryFolder()
  const store = openSqliteStore({ path: join(folder, 'portal.sqlite') })
  const time = '2026-11-03T09:00:00Z'
  const designatedAdmins = ['ruth.abelman@formerly.example']
  const body = { designatedAdmins, createdAt: time, lastUpdated: time }
  await store.create('admin', 'designatedAdmins', body)
  await store.close()
  const portal = start({ DATA_FOLDER: folder })
  await portal.ready
  // The check runs in parallel to the start, and its lines are written one after another.
  const soon = { timeout: 10_000 }
  await expect.poll(portal.output, soon).toContain('No designated admin can sign in')
  await expect.poll(portal.output, soon).toContain('(DEFAULT_ADMIN_EMAIL) isn’t a designated admin')
})

it('starts without a build that can’t be adopted, and logs which one', async () => {
  const [empty, odd] = [temporaryFolder(), temporaryFolder()]
  writeFileSync(join(odd, 'release.json'), '{}')
  const portal = start({ RELEASES_FOLDER: `${empty},${odd}` })
  await portal.ready
  expect(loggedUrl(portal.output())).toBeDefined()
  expect(portal.output()).toContain(`The build in ${empty} can’t be adopted`)
  expect(portal.output()).toContain(`The build in ${odd} can’t be adopted`)
})

it('adds security headers to the response to an invalid request', async () => {
  const portal = start({})
  await portal.ready
  const socket = connect(Number(new URL(loggedUrl(portal.output())!).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'")
})

it('keeps every acknowledged save with its audit entry when it is killed during a save', async () => {
  const folder = temporaryFolder()
  const params = { id: 'governance-bylaws' }
  const callOf = ({ output }: ReturnType<typeof start>) =>
    createCall({
      baseUrl: loggedUrl(output())!,
      token: async () => unsignedToken(testPeople.admin, 'demo-board-portal', new Date()),
    })
  const titled = (revision: number) => ({
    params,
    body: { title: `Title ${revision}` },
    revision: revision === 1 ? ('new' as const) : revision - 1,
  })

  const first = start({ DATA_FOLDER: folder })
  await first.ready
  let answered = 0
  const saving = (async () => {
    const call = callOf(first)
    for (;;) {
      answered = (await call(saveMapping, titled(answered + 1))).revision
      if (answered === 25) setTimeout(() => first.child.kill('SIGKILL'), Math.random() * 5)
    }
  })()
  await expect(saving).rejects.toMatchObject({ code: 'offline' })
  expect(answered).toBeGreaterThanOrEqual(25)

  const second = start({ DATA_FOLDER: folder })
  await second.ready
  const call = callOf(second)
  const kept = await call(getMapping, { params })
  expect([answered, answered + 1]).toContain(kept.revision)
  expect(kept.title).toBe(`Title ${kept.revision}`)
  // The save without a response is repeated unchanged and applied once.
  expect(await call(saveMapping, titled(answered + 1))).toMatchObject({ revision: answered + 1 })
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  const store = openSqliteStore({ path: join(folder, 'portal.sqlite') })
  expect((await store.list('audit')).documents).toHaveLength(answered + 1)
  await store.close()
})

it('explains why it can’t start', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const [damaged, odd] = [temporaryFolder(), temporaryFolder()]
  writeFileSync(join(damaged, 'portal.sqlite'), 'no database at all'.repeat(500))
  writeFileSync(join(odd, 'blobs'), 'a file where a folder should be')
  const file = join(odd, 'blobs')
  mkdirSync(join(odd, 'drive'))
  const embedded = temporaryFolder()
  const mark = '<meta name="portal-identity" content="emulator">'
  writeFileSync(join(embedded, 'index.html'), `${mark}<!--preload--><!--page-data-->`)
  const starts = [
    [
      { PORT: String(port) },
      `Port ${port} is taken: stop what runs there, or set PORT to another one.`,
    ],
    [{ NODE_ENV: 'production' }, 'IDENTITY=emulator is not allowed in production'],
    [{ SHELL_FOLDER: '/nowhere' }, 'There is no shell in /nowhere'],
    [
      {
        ...productionEnv,
        ICS_URL: 'https://calendar.larkspur.example/board.ics',
        SHELL_FOLDER: embedded,
      },
      `The shell in ${embedded} was built for the emulator`,
    ],
    [{ DATA_FOLDER: file }, `${file}, which DATA_FOLDER names, isn’t a folder.`],
    [
      { DATA_FOLDER: '/nowhere/data' },
      'There is no folder /nowhere/data, which DATA_FOLDER names. Create or mount it, or correct the setting.',
    ],
    [{ DRIVE_FOLDER: '/nowhere/drive' }, 'no folder /nowhere/drive, which DRIVE_FOLDER names'],
    [{ BACKUP_FOLDER: '/nowhere/backups' }, 'no folder /nowhere/backups, which BACKUP_FOLDER'],
    [{ RELEASES_FOLDER: '/nowhere/dist' }, 'no folder /nowhere/dist, which RELEASES_FOLDER names'],
    [{ GOOGLE_CREDENTIALS_FILE: '/nowhere/key.json' }, 'There is no file /nowhere/key.json'],
    [{ DATA_FOLDER: damaged }, 'file is not a database'],
    [{ DATA_FOLDER: odd }, 'The portal could not start: ENOTDIR: not a directory'],
    [
      { HOST: '192.0.2.1', PORT: '4999', INSECURE_EMULATOR_ON_NETWORK: '1' },
      "Port 4999 can't be opened",
    ],
  ] as const
  await Promise.all(
    starts.map(async ([env, sentence]) => {
      const portal = start(env)
      expect(await portal.ended).toBe(1)
      expect(portal.output()).toContain(sentence)
      expect(portal.output().split('\n')).toHaveLength(1)
    }),
  )
  taken.close()
})
