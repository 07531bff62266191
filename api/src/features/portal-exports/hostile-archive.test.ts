import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { testApi } from '../../testing/test-api.ts'
import type { ArchiveManifest } from './archive-manifest.ts'
import { exportedCollectionNames } from './exported-collections.ts'
import { filesInZip, saveArchive, storedTexts, writeZip } from './exports-fixture.ts'
import { importArchive } from './import-archive.ts'
import { zipDirectory } from './zip-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'hostile-archive-'))
/** An archive whose manifest was adjusted after each change. */
const archive = join(folder, 'export.zip')
let files: Map<string, Buffer>
let manifest: ArchiveManifest

/** The files of an archive that nobody has changed. */
let exported: Map<string, Buffer>

beforeAll(async () => {
  const api = await testApi()
  await storedTexts(api, 'bylaws', 'the bylaws')
  exported = await filesInZip(await saveArchive(api, archive))
  await api.close()
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  files = new Map(exported)
  manifest = JSON.parse(String(files.get('manifest.json'))) as ArchiveManifest
})

/** Writes the archive; its manifest lists the files as they are. */
function write(): void {
  const data = [...files.keys()].filter((name) => name !== 'manifest.json')
  const known = manifest.files.map(({ name }) => name).filter((name) => files.has(name))
  manifest.files = [...new Set([...known, ...data])].map((name) => ({ name, size: 0, sha256: '' }))
  manifest.files = manifest.files.map(({ name }) => {
    const bytes = files.get(name)!
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { name, size: bytes.length, sha256 }
  })
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  writeZip(archive, files)
}

function emptyPorts() {
  const clock = { at: new Date() }
  const open = () => openSqliteStore({ path: ':memory:', now: () => clock.at })
  return { store: open(), draft: open(), blobs: memoryBlobStore(), clock }
}

/** Imports the archive, expects a refusal, and returns its message; nothing may have been stored. */
async function refused(): Promise<string> {
  const ports = emptyPorts()
  const reason = await importArchive(archive, ports).then(
    () => 'imported',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  for (const collection of [...exportedCollectionNames, 'portal_import']) {
    expect((await ports.store.list(collection)).documents).toEqual([])
  }
  for await (const key of ports.blobs.keys('')) expect(key).toBe(undefined)
  return reason
}

type Stored = Record<string, unknown>

/** Changes the records of a data file. */
function change(name: string, edit: (record: Stored) => object): void {
  const lines = String(files.get(name)).trimEnd().split('\n')
  const edited = lines.map((line) => JSON.stringify(edit(JSON.parse(line) as Stored)))
  files.set(name, Buffer.from(`${edited.join('\n')}\n`))
}

/** Where a file's entry begins in the ZIP's directory. */
function directoryEntry(bytes: Buffer, name: string): number {
  return bytes.lastIndexOf(name) - 46
}

describe('a paper', () => {
  it('is refused if its bytes don’t match its version’s hash', async () => {
    manifest.papers[0]!.sha256 = 'a'.repeat(64)
    write()
    expect(await refused()).toMatch(/bylaws.* has been altered/)
  })

  it('is refused if it would be stored elsewhere', async () => {
    manifest.papers[0]!.sha256 = '../../../etc/cron.d/evil'
    write()
    expect(await refused()).toMatch(/bylaws.* has been altered/)
  })

  it('is missed if neither the manifest nor the ZIP has it', async () => {
    for (const name of files.keys()) if (name.startsWith('papers/')) files.delete(name)
    manifest.papers = []
    write()
    expect(await refused()).toMatch(/incomplete: its manifest doesn’t name bylaws, version 1/)
  })

  it('is missed if the manifest says that it is stored, but names no file', async () => {
    for (const name of files.keys()) if (name.startsWith('papers/')) files.delete(name)
    delete manifest.papers[0]!.file
    write()
    expect(await refused()).toMatch(/incomplete: the file of bylaws, version 1 is missing/)
  })

  it('is refused without its record', async () => {
    files.set('data/documents.jsonl', Buffer.from(''))
    write()
    expect(await refused()).toMatch(/names bylaws, version 1, which its records don’t have/)
  })

  it('is refused if its record says that it was withdrawn', async () => {
    change('data/documents.jsonl', (record) => ({ ...record, withdrawn: true }))
    write()
    expect(await refused()).toMatch(/bylaws, version 1/)
  })

  it('is refused if it is the file of no record', async () => {
    files.set('papers/Other papers/more.pdf', Buffer.from('more'))
    write()
    expect(await refused()).toMatch(/more\.pdf is the file of no paper/)
  })
})

describe('a record', () => {
  const stored = { revision: 1, updatedAt: '2026-11-20T10:00:00.000Z' }
  const person = { id: 'a', ...stored, name: 'Ada', role: 'Chair', type: 'board' }

  it.each<[string, unknown]>([
    ['no id', { ...person, id: undefined }],
    ['an empty id', { ...person, id: '' }],
    ['an id that is too long', { ...person, id: 'a'.repeat(701) }],
    ['no revision', { ...person, revision: undefined }],
    ['the largest revision', { ...person, revision: Number.MAX_SAFE_INTEGER }],
    ['half a revision', { ...person, revision: 1.5 }],
    ['a time that is none', { ...person, updatedAt: 'soon' }],
    ['a time far away', { ...person, updatedAt: '+275760-09-13T00:00:00.000Z' }],
    ['a body that is too large', { ...person, bio: 'x'.repeat(900_001) }],
    [
      'too many fields',
      { ...person, ...Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, 1])) },
    ],
    ['deep nesting', { ...person, more: JSON.parse('['.repeat(50) + ']'.repeat(50)) as unknown }],
    ['fields of another kind', { ...person, name: 7 }],
    ['no object', 7],
  ])('is refused with %s', async (_, record) => {
    files.set('data/directory.jsonl', Buffer.from(`${JSON.stringify(record)}\n`))
    write()
    expect(await refused()).toMatch(/data\/directory\.jsonl can’t be read\. Line 1/)
  })

  it.each([
    ['text that is no JSON', Buffer.from('{"id":\n')],
    ['text that is no UTF-8', Buffer.from([0x7b, 0xff, 0x7d, 0x0a])],
  ])('is refused with %s', async (_, bytes) => {
    files.set('data/directory.jsonl', bytes)
    write()
    expect(await refused()).toMatch(/data\/directory\.jsonl can’t be read/)
  })

  it('is refused with the id of another one', async () => {
    const line = `${JSON.stringify(person)}\n`
    files.set('data/directory.jsonl', Buffer.from(line + line))
    write()
    expect(await refused()).toMatch(/data\/directory\.jsonl can’t be read/)
  })

  it('is refused with a hash under which nothing can be stored', async () => {
    change('data/documents.jsonl', (record) => ({ ...record, sha256: '../x' }))
    write()
    expect(await refused()).toMatch(/data\/documents\.jsonl can’t be read\. Line 1 .*sha256/)
  })

  it('is refused with the number of a version beyond the portal’s', async () => {
    change('data/documents.jsonl', (record) => ({ ...record, version: 2 ** 40 }))
    write()
    expect(await refused()).toMatch(/data\/documents\.jsonl can’t be read\. Line 1 .*version/)
  })

  it.each([
    ['data/admins.jsonl', 'designatedAdmins', ['ruth@larkspur.example\u001b[2K']],
    ['data/admins.jsonl', 'designatedAdmins', []],
    ['data/admins.jsonl', 'id', 'others'],
  ])('of %s is refused with another %s', async (name, field, value) => {
    change(name, (record) => ({ ...record, [field]: value }))
    write()
    expect(await refused()).toMatch(/data\/admins\.jsonl can’t be read/)
  })

  it('of a quarter is refused if its id isn’t the id of a quarter', async () => {
    const record = { id: '2026-Q7', ...stored, inPreparation: false }
    files.set('data/quarters.jsonl', Buffer.from(`${JSON.stringify(record)}\n`))
    write()
    expect(await refused()).toMatch(/data\/quarters\.jsonl can’t be read/)
  })

  it('is kept if its line is the last one and has no end', async () => {
    const line = Buffer.from(JSON.stringify(person))
    files.set('data/directory.jsonl', line)
    write()
    const ports = emptyPorts()
    await importArchive(archive, ports)
    expect(await ports.store.get('directory', 'a')).toMatchObject({ name: 'Ada' })
  })

  it('is refused if its line is longer than any that a portal writes', async () => {
    files.set('data/directory.jsonl', Buffer.alloc(5_000_000, 'x'))
    write()
    expect(await refused()).toMatch(/data\/directory\.jsonl can’t be read.*too long/)
  })
})

describe('a file', () => {
  it('with data is missed', async () => {
    files.delete('data/admins.jsonl')
    write()
    expect(await refused()).toMatch(/incomplete: data\/admins\.jsonl is missing/)
  })

  it.each(['users.json', 'directory.csv', 'index.html'])('%s is missed', async (name) => {
    files.delete(name)
    write()
    expect(await refused()).toContain(`incomplete: ${name} is missing`)
  })

  it('isn’t missed if earlier releases didn’t have it', async () => {
    for (const name of files.keys())
      if (/^(accounts|audit\/.*)\.html$/.test(name)) files.delete(name)
    expect(files.has('accounts.html')).toBe(false)
    write()
    expect(await importArchive(archive, emptyPorts())).toMatchObject({ incomplete: [] })
  })

  it.each(['data/passwords.jsonl', 'setup.exe', 'audit/setup.html'])(
    '%s is refused: no release knows it',
    async (name) => {
      files.set(name, Buffer.from(''))
      write()
      expect(await refused()).toContain(`doesn’t know the archive’s file ${name}`)
    },
  )

  it('with an image is refused if nothing shows it', async () => {
    files.set(`images/${'a'.repeat(64)}.png`, Buffer.from('x'))
    write()
    expect(await refused()).toMatch(/images\/a+\.png is an image that nothing shows/)
  })

  it('is refused if it is a link', async () => {
    write()
    const bytes = readFileSync(archive)
    bytes.writeUInt32LE((0o120777 << 16) >>> 0, directoryEntry(bytes, 'users.json') + 38)
    writeFileSync(archive, bytes)
    expect(await refused()).toMatch(/users\.json is not a file/)
  })

  it('is refused if it is compressed, so that an archive is as large as what it contains', async () => {
    write()
    const bytes = readFileSync(archive)
    bytes.writeUInt16LE(8, directoryEntry(bytes, 'users.json') + 10)
    writeFileSync(archive, bytes)
    expect(await refused()).toMatch(/was compressed or encrypted by another program/)
  })

  it('is refused if it shares the bytes of others', async () => {
    write()
    const bytes = readFileSync(archive)
    for (const name of ['users.json', 'index.html', 'directory.csv']) {
      const entry = directoryEntry(bytes, name)
      bytes.writeUInt32LE(0, entry + 42)
      for (const at of [20, 24]) bytes.writeUInt32LE(bytes.length - 100, entry + at)
    }
    writeFileSync(archive, bytes)
    expect(await refused()).toMatch(/files are larger than itself/)
  })

  it('is refused with a name, comment or fields that fill the memory', async () => {
    files.set('x'.repeat(5000), Buffer.from(''))
    writeZip(archive, files)
    expect(await refused()).toMatch(/a name that is too long/)
  })
})

describe('a manifest', () => {
  it('is refused if it is larger than a portal ever writes', async () => {
    const large = Buffer.alloc(65 * 1024 * 1024, ' ')
    files.set('manifest.json', large)
    writeZip(archive, files)
    expect(await refused()).toMatch(/manifest isn’t that of a portal’s export/)
  })

  it('is refused before it is parsed if it would fill the memory', async () => {
    const values = Buffer.alloc(12_000_000, '{},')
    files.set(
      'manifest.json',
      Buffer.concat([Buffer.from('{"files":['), values, Buffer.from('{}]}')]),
    )
    writeZip(archive, files)
    const refusal = await importArchive(archive, emptyPorts()).catch((error: unknown) => error)
    expect(String(refusal)).toMatch(/manifest isn’t that of a portal’s export/)
    expect((refusal as Error).cause).toBe(undefined)
  })

  it('is refused if it names a file twice', async () => {
    write()
    manifest.files.push(manifest.files[0]!)
    files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
    writeZip(archive, files)
    expect(await refused()).toMatch(/names a file twice/)
  })

  it('is refused if it has more files than a portal’s export', async () => {
    const file = { size: 0, crc32: 0, offset: 0 }
    const many = Array.from({ length: 100_002 }, (_, index) => ({ ...file, name: String(index) }))
    writeFileSync(archive, zipDirectory(many, 0, new Date('2026-11-20T18:00:00Z')))
    expect(await refused()).toMatch(/more files than a portal’s export/)
  })
})

it('reports an archive without its audit as incomplete', async () => {
  for (const name of ['audit', 'audit-access', 'audit-anchors']) {
    files.set(`data/${name}.jsonl`, Buffer.from(''))
  }
  write()
  const { incomplete } = await importArchive(archive, emptyPorts())
  expect(incomplete).toEqual(['the audit: the archive has no entry of it'])
})

it('continues an import only with the same archive, and with no other that claims to be the same', async () => {
  write()
  const ports = emptyPorts()
  const create: typeof ports.store.create = async (collection, ...given) => {
    if (collection === 'documents') throw new Error('The machine stops here.')
    return ports.store.create(collection, ...given)
  }
  const failing = { ...ports, store: { ...ports.store, create } }
  await expect(importArchive(archive, failing)).rejects.toThrow('The machine stops here.')
  const admins = 'data/admins.jsonl'
  change(admins, (record) => ({ ...record, designatedAdmins: ['mallory@larkspur.example'] }))
  write()
  await expect(importArchive(archive, { ...ports, draft: emptyPorts().draft })).rejects.toThrow(
    /Another archive was restored/,
  )
  expect((await ports.store.list('documents')).documents).toEqual([])
})
