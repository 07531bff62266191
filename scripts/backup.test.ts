import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { createCall } from '../shell/remote-kit/src/client.ts'
import { saveMapping } from '../api/contract/src/mappings.ts'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { silentLog } from '../api/src/platform/log.ts'
import { createNoteDestruction } from '../api/src/features/notes/destroy-notes.ts'
import { savedNote } from '../api/src/features/notes/notes-fixture.ts'
import { createNotesPolicyService } from '../api/src/features/notes/notes-policy-service.ts'
import { storedNoteId, textHash } from '../api/src/features/notes/stored-note.ts'
import { loggedUrl, start } from '../api/src/testing/start-portal-fixture.ts'
import { temporaryFolder } from '../api/src/platform/files/temporary-folder.ts'
import { testPeople, unsignedToken } from '../api/src/testing/test-api.ts'
import { importExport } from '../api/commands/backup/import-export.ts'
import { makeBackup } from '../api/commands/backup/make-backup.ts'
import { filesIn } from '../api/commands/backup/manifest.ts'
import { findHarmedBlobs } from '../api/commands/backup/references.ts'
import { restoreBackup } from '../api/commands/backup/restore-backup.ts'
import { settingsFileOf } from './own-portal.ts'

const sha256 = createHash('sha256').update('paper').digest('hex')

/** A data folder as a portal leaves it, with one document and its file. */
async function leftData(title = 'Budget'): Promise<string> {
  const dataFolder = path.join(temporaryFolder(), 'data')
  mkdirSync(path.join(dataFolder, 'blobs/originals'), { recursive: true })
  mkdirSync(path.join(dataFolder, 'drive'))
  writeFileSync(path.join(dataFolder, 'blobs/originals', sha256), 'paper')
  writeFileSync(path.join(dataFolder, 'drive/Budget.pdf'), 'paper')
  const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
  await store.create('documents', 'budget', { title, sha256 })
  await store.close()
  return dataFolder
}

async function titleIn(dataFolder: string): Promise<unknown> {
  const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
  const document = await store.get('documents', 'budget')
  await store.close()
  return document?.['title']
}

const newFolder = () => path.join(temporaryFolder(), 'backup')

/** A one-pixel image, different for every number. */
function picture(n: number): string {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const pixel = deflateSync(Buffer.from([0, n & 255, n >> 8, 99]))
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixel),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

describe('a backup of a running portal', () => {
  it('makes a consistent backup, with each save complete, and is refused as the target of a restore', async () => {
    const dataFolder = temporaryFolder()
    const portal = start({ DATA_FOLDER: dataFolder })
    await portal.ready
    const call = createCall({
      baseUrl: loggedUrl(portal.output())!,
      token: async () => unsignedToken(testPeople.admin, 'demo-board-portal', new Date()),
    })
    let answered = 0
    const enough = new AbortController()
    const saving = (async () => {
      while (!enough.signal.aborted) {
        const next = answered + 1
        const { revision } = await call(saveMapping, {
          params: { id: 'governance-bylaws' },
          body: { title: `Title ${next}`, cardImage: picture(next) },
          revision: next === 1 ? ('new' as const) : answered,
        })
        answered = revision
      }
    })()
    await expect.poll(() => answered).toBeGreaterThan(5)
    const target = newFolder()
    const atLeast = answered
    const { missing, altered } = await makeBackup({ dataFolder, target })
    const atMost = answered + 1
    enough.abort()
    await saving
    expect([missing, altered]).toEqual([[], []])
    const restored = path.join(temporaryFolder(), 'data')
    await restoreBackup({ backup: target, dataFolder: restored })
    const store = openSqliteStore({ path: path.join(restored, 'portal.sqlite') })
    const mapping = (await store.get('resource_mappings', 'governance-bylaws'))!
    const audit = (await store.list('audit')).documents
    await store.close()
    expect(mapping.revision).toBeGreaterThanOrEqual(atLeast)
    expect(mapping.revision).toBeLessThanOrEqual(atMost)
    expect(mapping['title']).toBe(`Title ${mapping.revision}`)
    expect(audit).toHaveLength(mapping.revision)
    expect(
      await findHarmedBlobs(path.join(restored, 'portal.sqlite'), path.join(restored, 'blobs')),
    ).toEqual({ missing: [], altered: [] })

    const restoring = restoreBackup({ backup: target, dataFolder, replace: true })
    await expect(restoring).rejects.toThrow('is in use by another running portal')
    const beside = readdirSync(path.dirname(dataFolder))
    expect(beside.filter((name) => name.includes('restoring'))).toEqual([])
    portal.child.kill('SIGTERM')
    expect(await portal.ended).toBe(0)
  })
})

describe('a backup', () => {
  it('starts again when a sync removes a file meanwhile', async () => {
    const dataFolder = await leftData()
    let times = 0
    const onDatabase = async () => {
      if ((times += 1) > 1) return
      const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
      await store.delete('documents', 'budget')
      await store.close()
      await rm(path.join(dataFolder, 'blobs/originals', sha256))
    }
    const target = newFolder()
    const { missing } = await makeBackup({ dataFolder, target, onDatabase })
    expect([times, missing]).toEqual([2, []])
    expect(await filesIn(target)).toEqual(['portal.sqlite'])
  })

  it('makes a backup even if the portal has lost a file, and names that file', async () => {
    const dataFolder = await leftData()
    await rm(path.join(dataFolder, 'blobs/originals', sha256))
    const { missing } = await makeBackup({ dataFolder, target: newFolder() })
    expect(missing).toEqual([`originals/${sha256}`])
  })

  it('compares every file with its hash, and names the altered ones', async () => {
    const dataFolder = await leftData()
    writeFileSync(path.join(dataFolder, 'blobs/originals', sha256), 'Paper')
    const { missing, altered } = await makeBackup({ dataFolder, target: newFolder() })
    expect({ missing, altered }).toEqual({ missing: [], altered: [`originals/${sha256}`] })
  })

  it('compares the files of earlier versions too, but of no withdrawn paper', async () => {
    const dataFolder = await leftData()
    const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
    await store.create('documents', 'gone', { sha256: '2'.repeat(64), version: 1, withdrawn: true })
    const content = { name: 'Budget.pdf', text: 'made' }
    const version = { paper: 'budget', number: 1, sha256: '1'.repeat(64) }
    await store.create('paper_versions', '1', { ...version, content })
    // Ended, so its files are gone.
    await store.create('paper_versions', '2', { ...version, number: 2, sha256: '3'.repeat(64) })
    await store.close()
    const { missing } = await makeBackup({ dataFolder, target: newFolder() })
    expect(missing).toEqual([`originals/${version.sha256}`, `texts/${version.sha256}.json`])
  })

  it('compares the files of board books', async () => {
    const dataFolder = await leftData()
    const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
    const books = [{ id: '1'.repeat(64), sha256: '2'.repeat(64) }]
    await store.create('board_books', '2026-Q4', { books })
    await store.close()
    const { missing } = await makeBackup({ dataFolder, target: newFolder() })
    expect(missing).toEqual([`books/${'1'.repeat(64)}.pdf`])
  })

  it('lets only the owner read a backup and what is restored from it', async () => {
    const [dataFolder, target] = [await leftData(), newFolder()]
    chmodSync(path.join(dataFolder, 'blobs/originals', sha256), 0o644)
    await makeBackup({ dataFolder, target, withDrive: true })
    const restored = path.join(temporaryFolder(), 'data')
    await restoreBackup({ backup: target, dataFolder: restored })
    for (const folder of [target, restored]) {
      const below = readdirSync(folder, { recursive: true, withFileTypes: true })
      const modes = below.map((entry) => {
        const mode = statSync(path.join(entry.parentPath, entry.name)).mode & 0o777
        return `${entry.isDirectory() ? 'folder' : 'file'} ${mode.toString(8)}`
      })
      expect([...new Set(modes)].toSorted()).toEqual(['file 600', 'folder 700'])
      expect(statSync(folder).mode & 0o777).toBe(0o700)
    }
  })

  it('contains files of any name, and names those that it can’t contain', async () => {
    const [dataFolder, target] = [await leftData(), newFolder()]
    const drive = path.join(dataFolder, 'drive')
    const names = [
      '__proto__',
      'backup.json',
      '..hidden.pdf',
      'two\nlines.pdf',
      'back\\slash.pdf',
      'a "quoted" — name…pdf',
      ' leading and trailing ',
      `${'é'.repeat(120)}.pdf`,
    ]
    for (const name of names) writeFileSync(path.join(drive, name), name)
    writeFileSync(Buffer.concat([Buffer.from(`${drive}/`), Buffer.from([0x66, 0xff])]), 'latin')
    symlinkSync('/etc/hostname', path.join(drive, 'link'))
    const { skipped } = await makeBackup({ dataFolder, target, withDrive: true })
    expect(skipped.toSorted()).toEqual(['drive/f\uFFFD', 'drive/link'])
    const restored = path.join(temporaryFolder(), 'data')
    await restoreBackup({ backup: target, dataFolder: restored })
    for (const name of names) {
      expect(readFileSync(path.join(restored, 'drive', name), 'utf8')).toBe(name)
    }
  })

  it('refuses a folder that isn’t empty and a source without data', async () => {
    const target = temporaryFolder()
    writeFileSync(path.join(target, 'letter.txt'), 'mine')
    const dataFolder = await leftData()
    await expect(makeBackup({ dataFolder, target })).rejects.toThrow('is not empty')
    expect(readdirSync(target)).toEqual(['letter.txt'])
    const nothing = makeBackup({ dataFolder: temporaryFolder(), target: newFolder() })
    await expect(nothing).rejects.toThrow("There is no portal's data in")
  })

  it('includes the settings of a portal of one’s own, and restores them', async () => {
    const dataFolder = await leftData()
    const settings = 'FOUNDATION_NAME=Wren\n'
    writeFileSync(settingsFileOf(dataFolder), settings)
    const [backup, restored] = [newFolder(), newFolder()]
    await makeBackup({ dataFolder, target: backup })
    await restoreBackup({ backup, dataFolder: restored })
    expect(readFileSync(settingsFileOf(restored), 'utf8')).toBe(settings)
  })

  it('includes the drive when asked to', async () => {
    const dataFolder = await leftData()
    const [without, withDrive] = [newFolder(), newFolder()]
    await makeBackup({ dataFolder, target: without })
    await makeBackup({ dataFolder, target: withDrive, withDrive: true })
    expect(existsSync(path.join(without, 'drive'))).toBe(false)
    expect(readFileSync(path.join(withDrive, 'drive/Budget.pdf'), 'utf8')).toBe('paper')
  })

  it('contains the accounts that a running sign-in emulator exports', async () => {
    const dataFolder = await leftData()
    const hub = createServer((request, response) => {
      if (request.url === '/emulators') return response.end('{"auth":{}}')
      return request.on('data', (body) => {
        const { path: to } = JSON.parse(String(body)) as { path: string }
        mkdirSync(to)
        writeFileSync(path.join(to, 'accounts.json'), 'maria')
        response.end()
      })
    })
    await once(hub.listen(0, '127.0.0.1'), 'listening')
    const { port } = hub.address() as AddressInfo
    mkdirSync(path.join(dataFolder, 'identity'))
    const config = { emulators: { hub: { host: '127.0.0.1', port } } }
    writeFileSync(path.join(dataFolder, 'identity/firebase.json'), JSON.stringify(config))
    const target = newFolder()
    await makeBackup({ dataFolder, target })
    hub.close()
    const accounts = path.join(target, 'identity/accounts/accounts.json')
    expect(readFileSync(accounts, 'utf8')).toBe('maria')
  })
})

describe('a restore', () => {
  it('refuses a backup that was altered or lacks a file, and leaves the data unchanged', async () => {
    for (const harm of [
      async (file: string) => appendFileSync(file, '.'),
      async (file: string) => rm(file),
    ]) {
      const target = newFolder()
      await makeBackup({ dataFolder: await leftData('From the backup'), target })
      await harm(path.join(target, 'blobs/originals', sha256))
      const dataFolder = await leftData('As it was')
      const restoring = restoreBackup({ backup: target, dataFolder, replace: true })
      await expect(restoring).rejects.toThrow('The backup is damaged')
      expect(await titleIn(dataFolder)).toBe('As it was')
    }
  })

  it('refuses a backup that names files outside of itself, and writes nothing', async () => {
    const target = newFolder()
    await makeBackup({ dataFolder: await leftData('From the backup'), target })
    const manifestFile = path.join(target, 'backup.json')
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as { files: object }
    const files = { ...manifest.files, '../stray': { size: 5, sha256 } }
    writeFileSync(path.join(target, '../stray'), 'paper')
    writeFileSync(manifestFile, JSON.stringify({ ...manifest, files }))
    const dataFolder = path.join(temporaryFolder(), 'data')
    const restoring = restoreBackup({ backup: target, dataFolder })
    await expect(restoring).rejects.toThrow('../stray is outside of it')
    expect(readdirSync(path.dirname(dataFolder))).toEqual([])
  })

  it('refuses to overwrite data without --replace, and with it keeps the previous data', async () => {
    const target = newFolder()
    await makeBackup({ dataFolder: await leftData('From the backup'), target })
    const dataFolder = await leftData('As it was')
    await expect(restoreBackup({ backup: target, dataFolder })).rejects.toThrow(
      'already contains data',
    )
    expect(await titleIn(dataFolder)).toBe('As it was')
    const { before, hasDrive } = await restoreBackup({ backup: target, dataFolder, replace: true })
    expect(await titleIn(dataFolder)).toBe('From the backup')
    expect(await titleIn(before!)).toBe('As it was')
    // The backup didn't contain the papers: they stay, or the next sync would treat every document
    // as deleted.
    expect(hasDrive).toBe(true)
    expect(readFileSync(path.join(dataFolder, 'drive/Budget.pdf'), 'utf8')).toBe('paper')
  })

  it('restores notes as they were, and lets a week pass before any are destroyed', async () => {
    const dataFolder = await leftData()
    const database = path.join(dataFolder, 'portal.sqlite')
    const store = openSqliteStore({ path: database })
    const createdAt = '2026-10-01T09:00:00.000Z'
    for (const number of [1, 2]) {
      const { id, base: _, ...note } = savedNote(number, { createdAt, text: `Note ${number}` })
      const whose = { uid: 'maria', documentId: 'budget', paper: 'Budget.pdf' }
      const body = { ...note, ...whose, changedAt: createdAt, born: textHash(note.text) }
      await store.create('notes', storedNoteId('maria', 'budget', id), body)
    }
    await store.create('notes_policy', 'policy', { days: 30, holds: [] })
    const before = await store.list('notes')
    const target = newFolder()
    await makeBackup({ dataFolder, target })
    // Erased, with a hold, since the backup.
    for (const { id } of before.documents) await store.delete('notes', id)
    const hold = { reason: 'Inquiry', at: createdAt, by: 'ruth.abelman@larkspur.example' }
    await store.update('notes_policy', 'policy', { days: 30, holds: [hold] }, 1)
    await store.close()

    const at = new Date('2027-02-01T12:00:00Z')
    const restoring = { backup: target, dataFolder, replace: true, now: () => at }
    expect(await restoreBackup(restoring)).toMatchObject({ notesKeptUntil: '2027-02-09' })
    const restored = openSqliteStore({ path: database })
    expect(await restored.list('notes')).toEqual(before)
    expect(await restored.get('notes_policy', 'policy')).toMatchObject({
      days: 30,
      notBefore: '2027-02-09',
      holds: [],
    })
    const leftAt = async (time: string) => {
      const now = () => new Date(time)
      const quarters = new Map([['budget', [{ year: 2026, quarter: 4 }]]])
      const policy = createNotesPolicyService({
        store: restored,
        now,
        meetings: () => quarters,
        nameOf: ({ meeting }) => meeting,
        mayReadMeeting: () => true,
        isInPreparation: () => false,
        meetingDay: () => '2026-10-15',
        timeZone: 'America/New_York',
      })
      await policy.ready
      const deleteDerivedFiles = async () => {}
      const parts = { store: restored, policy, deleteDerivedFiles, now, log: silentLog }
      await createNoteDestruction(parts).run()
      return (await restored.list('notes')).documents.length
    }
    expect(await leftAt('2027-02-08T12:00:00Z')).toBe(2)
    expect(await leftAt('2027-02-09T12:00:00Z')).toBe(0)
    await restored.close()
  })

  it('deletes what a killed restore has left', async () => {
    const dataFolder = path.join(temporaryFolder(), 'data')
    const { pid } = spawnSync(process.execPath, ['--version'])
    const ofBackup = `${dataFolder}.restoring-${pid}-x`
    const ofExport = path.join(dataFolder, `restoring-${pid}-x`)
    for (const left of [ofBackup, ofExport]) mkdirSync(left, { recursive: true })
    const missing = path.join(temporaryFolder(), 'none.zip')
    await expect(importExport(missing, { DATA_FOLDER: dataFolder })).rejects.toThrow()
    expect(readdirSync(dataFolder).filter((name) => name.includes('restoring'))).toEqual([])
    await rm(dataFolder, { recursive: true })
    const target = path.join(temporaryFolder(), 'backup')
    await makeBackup({ dataFolder: await leftData(), target })
    await restoreBackup({ backup: target, dataFolder })
    expect(readdirSync(path.dirname(dataFolder))).toEqual(['data'])
  })

  it('explains what it needs when there is no backup', async () => {
    const dataFolder = path.join(temporaryFolder(), 'data')
    const restoring = restoreBackup({ backup: temporaryFolder(), dataFolder })
    await expect(restoring).rejects.toThrow('There is no backup in')
    expect(existsSync(dataFolder)).toBe(false)
  })
})

describe('the commands', () => {
  const run = (script: string, given: string[], dataFolder: string) => {
    const file = path.join(import.meta.dirname, '../api/commands', script)
    const env = { ...process.env, DATA_FOLDER: dataFolder }
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...given], {
      env,
      encoding: 'utf8',
    })
    return { status, output: `${stdout}${stderr}`.trim() }
  }

  it('backs up and restores, and reports in one sentence what was done or why not', async () => {
    const [dataFolder, target] = [await leftData('From the backup'), newFolder()]
    const made = run('backup.ts', [target], dataFolder)
    expect(made).toMatchObject({ status: 0, output: expect.stringContaining('2 files') })
    const elsewhere = path.join(temporaryFolder(), 'data')
    const restored = run('restore.ts', [target], elsewhere)
    expect(restored).toMatchObject({
      status: 0,
      output: expect.stringContaining('contains no papers'),
    })
    expect(await titleIn(elsewhere)).toBe('From the backup')
    const refused = run('restore.ts', [target], elsewhere)
    expect(refused.status).toBe(1)
    expect(refused.output).toMatch(
      / already contains data: .* --replace to replace it with the backup\.$/,
    )
    writeFileSync(path.join(dataFolder, 'blobs/originals', sha256), 'Paper')
    const harmed = run('backup.ts', [newFolder()], dataFolder)
    expect(harmed.status).toBe(2)
    expect(harmed.output).toContain(`originals/${sha256}`)
    expect(run('backup.ts', [], dataFolder)).toEqual({
      status: 1,
      output: 'Name a folder for the backup.',
    })
  })
})
