import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from './adapters/sqlite/sqlite-document-store.ts'
import { productionEnv } from './platform/env/production-fixture.ts'
import type { LookAtPaths } from './platform/env/named-paths.ts'
import { temporaryFolder } from './platform/files/temporary-folder.ts'
import { startFailure } from './start-portal.ts'
import { shellWith, startHere } from './testing/start-portal-fixture.ts'

/** What an operator reads about a failed start. */
async function failureOf(env: Record<string, string>): Promise<string> {
  const error: unknown = await startHere(env).started.then(
    () => 'It started.',
    (cause: unknown) => cause,
  )
  return startFailure(error).join('\n')
}

/** A data folder whose database has this document. */
async function folderWith(collection: string, id: string, body: object): Promise<string> {
  const folder = temporaryFolder()
  const store = openSqliteStore({ path: join(folder, 'portal.sqlite') })
  await store.create(collection, id, { ...body })
  await store.close()
  return folder
}

describe('on a machine where a path doesn’t respond', () => {
  const without =
    (unresponsive: string): LookAtPaths =>
    async (paths) =>
      paths.map((path) => (path === unresponsive ? 'silent' : 'unknown'))
  const shell = { SHELL_FOLDER: '/nowhere' }

  it('is refused if it is the data folder, before anything is written', async () => {
    const DATA_FOLDER = temporaryFolder()
    const { started } = startHere({ ...shell, DATA_FOLDER }, without(DATA_FOLDER))
    await expect(started).rejects.toThrow(
      `${DATA_FOLDER}, which DATA_FOLDER names, didn’t respond within 5 s.`,
    )
    expect(readdirSync(DATA_FOLDER)).toEqual([])
  })

  it('continues with a warning if it is the folder of the backups, which the portal doesn’t use', async () => {
    const env = { ...shell, BACKUP_FOLDER: '/mnt/backups' }
    const { started, output } = startHere(env, without('/mnt/backups'))
    await expect(started).rejects.toThrow('There is no shell in /nowhere')
    expect(output()).toContain('/mnt/backups, which BACKUP_FOLDER names, didn’t respond')
  })
})

it('explains in one line why it can’t start', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const [damaged, odd] = [temporaryFolder(), temporaryFolder()]
  writeFileSync(join(damaged, 'portal.sqlite'), 'no database at all'.repeat(500))
  writeFileSync(join(odd, 'blobs'), 'a file where a folder should be')
  const file = join(odd, 'blobs')
  mkdirSync(join(odd, 'drive'))
  const embedded = shellWith('<meta name="portal-identity" content="emulator">')
  const starts: [Record<string, string>, string][] = [
    [
      { PORT: String(port) },
      `Port ${port} is taken: stop what runs there, or set PORT to another one.`,
    ],
    [{ NODE_ENV: 'production' }, 'IDENTITY=emulator is not allowed in production'],
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
  ]
  for (const [env, sentence] of starts) {
    const failure = await failureOf(env)
    expect(failure).toContain(sentence)
    expect(failure.split('\n')).toHaveLength(1)
  }
  taken.close()
})

it('is refused on an export that was restored in part', async () => {
  const state = { startedAt: '2026-11-03T09:00:00Z' }
  const DATA_FOLDER = await folderWith('portal_import', 'state', state)
  expect(await failureOf({ DATA_FOLDER })).toMatch(
    /^An export was restored into this portal only in part: restore/,
  )
})

describe('next to stored files', () => {
  const leaveFile = (dataFolder: string) => {
    mkdirSync(join(dataFolder, 'blobs/originals'), { recursive: true })
    writeFileSync(join(dataFolder, 'blobs/originals/paper'), 'paper')
    return dataFolder
  }

  it.each([
    ['empty', (folder: string) => writeFileSync(join(folder, 'portal.sqlite'), '')],
    ['missing', () => undefined],
  ])('is refused if the database is %s', async (_, harm) => {
    const DATA_FOLDER = leaveFile(temporaryFolder())
    harm(DATA_FOLDER)
    expect(await failureOf({ DATA_FOLDER })).toContain('restore the database from a backup')
  })

  it('starts with a database that has documents', async () => {
    const paper = { title: 'Budget', sha256: 'a'.repeat(64) }
    const DATA_FOLDER = leaveFile(await folderWith('documents', 'budget', paper))
    const portal = await startHere({ DATA_FOLDER }).started
    await portal.stop('test')
  })
})

it('doesn’t add the sample to a portal’s own data', async () => {
  const DATA_FOLDER = temporaryFolder()
  mkdirSync(join(DATA_FOLDER, 'drive'))
  writeFileSync(join(DATA_FOLDER, 'drive/Our bylaws.txt'), 'Article 1')
  const own = await startHere({ DATA_FOLDER }).started
  await own.stop('test')
  expect(await failureOf({ DATA_FOLDER, SAMPLE: '1' })).toMatch(
    /has data that isn’t the sample’s\. .+ set SAMPLE=0; to see the/,
  )
  expect(readdirSync(join(DATA_FOLDER, 'drive'))).toEqual(['Our bylaws.txt'])
  expect(existsSync(join(DATA_FOLDER, 'sample.json'))).toBe(false)
})

it('warns when nobody can administer the portal, and of each build that can’t be adopted', async () => {
  const time = '2026-11-03T09:00:00Z'
  const DATA_FOLDER = await folderWith('admin', 'designatedAdmins', {
    designatedAdmins: ['ruth.abelman@formerly.example'],
    createdAt: time,
    lastUpdated: time,
  })
  const [empty, odd] = [temporaryFolder(), temporaryFolder()]
  writeFileSync(join(odd, 'release.json'), '{}')
  const { started, output } = startHere({ DATA_FOLDER, RELEASES_FOLDER: `${empty},${odd}` })
  const portal = await started
  expect(output()).toContain(`The build in ${empty} can’t be adopted`)
  expect(output()).toContain(`The build in ${odd} can’t be adopted`)
  // The check runs in parallel to the start, and its lines are written one after another.
  await expect.poll(output).toContain('No designated admin can sign in')
  await expect.poll(output).toContain('(DEFAULT_ADMIN_EMAIL) isn’t a designated admin')
  await portal.stop('test')
})
