import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { memoryBlobStore } from '../adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { testApi } from '../testing.ts'
import type { ArchiveManifest } from './archive-manifest.ts'
import { exportedCollectionNames } from './exported-collections.ts'
import { filesInZip, saveArchive, storedTexts, writeZip } from './exports-fixture.ts'
import { importArchive } from './import-archive.ts'

/** An archive whose manifest was adjusted after each change. */
let archive: string
let files: Map<string, Buffer>
let manifest: ArchiveManifest

beforeEach(async () => {
  const api = await testApi()
  archive = join(temporaryFolder(), 'export.zip')
  await storedTexts(api, 'bylaws', 'the bylaws')
  files = await filesInZip(await saveArchive(api, archive))
  manifest = JSON.parse(String(files.get('manifest.json'))) as ArchiveManifest
  await api.close()
})

function write(): void {
  manifest.files = manifest.files.map(({ name }) => {
    const bytes = files.get(name)!
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { name, size: bytes.length, sha256 }
  })
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  writeZip(archive, files)
}

/** Imports the archive, expects a refusal, and returns its message; nothing may have been stored. */
async function refused(): Promise<string> {
  const clock = { at: new Date() }
  const ports = {
    store: openSqliteStore({ path: ':memory:', now: () => clock.at }),
    blobs: memoryBlobStore(),
    clock,
  }
  const reason = await importArchive(archive, ports).then(
    () => 'imported',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  for (const collection of [...exportedCollectionNames, 'portal_import']) {
    // oxlint-disable-next-line no-await-in-loop -- a dozen
    expect((await ports.store.list(collection)).documents).toEqual([])
  }
  for await (const key of ports.blobs.keys('')) expect(key).toBe(undefined)
  return reason
}

it('refuses a paper whose bytes don’t match its version’s hash', async () => {
  manifest.papers[0]!.sha256 = 'a'.repeat(64)
  write()
  expect(await refused()).toMatch(/bylaws.* has been altered/)
})

it('refuses a paper that would be stored elsewhere', async () => {
  manifest.papers[0]!.sha256 = '../../../etc/cron.d/evil'
  write()
  expect(await refused()).toMatch(/bylaws.* has been altered/)
})

it.each([
  ['no id', '{"revision":1,"updatedAt":"2026-11-20T10:00:00.000Z"}'],
  ['no revision', '{"id":"a","updatedAt":"2026-11-20T10:00:00.000Z"}'],
  ['a time that is none', '{"id":"a","revision":1,"updatedAt":"soon"}'],
  ['no JSON', '{"id":'],
  ['no object', '7'],
])('refuses a record with %s', async (_, line) => {
  files.set('data/directory.jsonl', Buffer.from(`${line}\n`))
  write()
  expect(await refused()).toMatch(/data\/directory\.jsonl can’t be read/)
})

it('refuses two records with one id', async () => {
  const line = '{"id":"a","revision":1,"updatedAt":"2026-11-20T10:00:00.000Z"}\n'
  files.set('data/directory.jsonl', Buffer.from(line + line))
  write()
  expect(await refused()).toMatch(/data\/directory\.jsonl can’t be read/)
})

it('refuses an archive without one of its data files', async () => {
  files.delete('data/admins.jsonl')
  manifest.files = manifest.files.filter(({ name }) => name !== 'data/admins.jsonl')
  write()
  expect(await refused()).toMatch(/has no file data\/admins\.jsonl/)
})

it('refuses a manifest that is larger than a portal ever writes', async () => {
  write()
  const bytes = readFileSync(archive)
  const entry = bytes.lastIndexOf('manifest.json') - 46
  // The size in the ZIP directory is enough to refuse it: nothing is read.
  bytes.writeUInt32LE(300 * 1024 * 1024, entry + 24)
  bytes.writeUInt16LE(8, entry + 10)
  writeFileSync(archive, bytes)
  expect(await refused()).toMatch(/manifest isn’t that of a portal’s export/)
})
