import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { saveAgenda } from '@portal/contract/agendas'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { originalKey } from '../documents/synced-documents-service.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { exportedCollectionNames } from './exported-collections.ts'
import { filesInZip, saveArchive, writeZip } from './exports-fixture.ts'
import { foundationApi, seenIn } from './foundation-fixture.ts'
import { importArchive } from './import-archive.ts'

let api: TestApi
let archive: string

beforeEach(async () => {
  api = await foundationApi()
  archive = join(temporaryFolder(), 'export.zip')
})
afterEach(() => api.close())

function emptyPorts() {
  const clock = { at: new Date() }
  const [store, draft] = [0, 1].map(() =>
    openSqliteStore({ path: ':memory:', now: () => clock.at }),
  )
  return { store: store!, draft: draft!, blobs: memoryBlobStore(), clock }
}

it('continues the numbering of versions and revisions', async () => {
  await saveArchive(api, archive)
  const ports = emptyPorts()
  await importArchive(archive, ports)
  const restored = await testApi({ ports })
  const change = {
    params: { year: 2026, quarter: 4 },
    body: { title: 'Fall Meeting, moved' },
  }
  await expect(
    restored.call('admin')(saveAgenda, { ...change, revision: 1 }),
  ).rejects.toMatchObject({ code: 'stale' })
  expect(await restored.call('admin')(saveAgenda, { ...change, revision: 2 })).toMatchObject({
    revision: 3,
  })
  await restored.close()
})

it('marks a paper as damaged if the exporting portal had lost its file', async () => {
  const sha256 = String((await api.ports.store.get('documents', 'bylaws'))!['sha256'])
  await api.ports.blobs.delete(originalKey(sha256))
  await saveArchive(api, archive)
  const ports = emptyPorts()
  const { incomplete } = await importArchive(archive, ports)
  expect(incomplete).toEqual(['bylaws, version 1'])
  expect(await ports.store.get('documents', 'bylaws')).toMatchObject({ damaged: true })
})

it('refuses a portal that isn’t empty, and stores nothing in it', async () => {
  await saveArchive(api, archive)
  const ports = emptyPorts()
  await ports.store.create('directory', 'ada', { name: 'Ada' })
  await expect(importArchive(archive, ports)).rejects.toThrow(/^This portal isn’t empty/)
  expect((await ports.store.list('documents')).documents).toEqual([])
})

it('continues an interrupted import with the same archive', async () => {
  await saveArchive(api, archive)
  const ports = emptyPorts()
  let writes = 0
  const create: typeof ports.store.create = async (...given) => {
    if ((writes += 1) === 12) throw new Error('The machine stops here.')
    return ports.store.create(...given)
  }
  const failing = { ...ports, store: { ...ports.store, create } }
  await expect(importArchive(archive, failing)).rejects.toThrow('The machine stops here.')
  await importArchive(archive, { ...ports, draft: emptyPorts().store })
  const restored = await testApi({ ports })
  expect(await seenIn(restored)).toEqual(await seenIn(api))
  await restored.close()
})

type Files = Map<string, Buffer>
const bylaws = 'papers/Other papers/bylaws (version 1).pdf'

it.each<[string, (files: Files) => unknown, RegExp]>([
  ['altered', (files) => files.set(bylaws, Buffer.from('th3 bylaws')), /bylaws.* has been altered/],
  ['missing', (files) => files.delete('directory.csv'), /directory\.csv is missing/],
  ['added', (files) => files.set('evil.txt', Buffer.from('')), /doesn’t name evil\.txt/],
  ['lost with its manifest', (files) => files.delete('manifest.json'), /has no manifest/],
  ['of a later format', laterFormat, /has format 2, and this release imports format 1/],
])('refuses an archive in which something is %s, and stores nothing', async (_, change, why) => {
  const files = await filesInZip(await saveArchive(api, archive))
  change(files)
  writeZip(archive, files)
  const ports = emptyPorts()
  await expect(importArchive(archive, ports)).rejects.toThrow(why)
  await expectEmpty(ports)
})

it('refuses an incomplete archive, and stores nothing', async () => {
  await saveArchive(api, archive)
  writeFileSync(archive, readFileSync(archive).subarray(0, 5000))
  const ports = emptyPorts()
  await expect(importArchive(archive, ports)).rejects.toThrow(/can’t be read as a ZIP/)
  await expectEmpty(ports)
})

it('imports an archive from before quarters could be in preparation and slots set aside: all are shown', async () => {
  const files = await filesInZip(await saveArchive(api, archive))
  withoutCollections(files, [
    'data/meeting-papers.jsonl',
    'data/meetings.jsonl',
    'agendas/2026-11-12-finance.html',
    'agendas/2026-11-12-finance.json',
    'data/quarters.jsonl',
    'data/slot-settings.jsonl',
    'data/folders.jsonl',
    'data/terms.jsonl',
    'data/bodies.jsonl',
    'data/formal-notices.jsonl',
    'data/notice-waivers.jsonl',
  ])
  writeZip(archive, files)
  const ports = emptyPorts()
  const { without } = await importArchive(archive, ports)
  expect(without).toEqual([
    'data/formal-notices.jsonl: no formal notice is known',
    'data/notice-waivers.jsonl: nobody has waived a notice',
    'data/meeting-papers.jsonl: no other meeting has papers',
    'data/meetings.jsonl: there are no meetings but the quarterly ones',
    'data/quarters.jsonl: every quarter is published',
    'data/slot-settings.jsonl: no slot or card is set aside',
    'data/folders.jsonl: folders have their usual rule',
    'data/terms.jsonl: nobody has a term in a body',
    'data/bodies.jsonl: the board has no committees',
  ])
  const restored = await testApi({ ports })
  expect(await seenIn(restored)).toEqual({
    ...(await seenIn(api)),
    bodies: { bodies: [expect.objectContaining({ id: 'board' })], terms: [] },
    meetings: { meetings: [expect.objectContaining({ id: '2026-Q4' })] },
    papersOfMeeting: {},
  })
  await restored.close()
})

/** As a release that didn't have these collections would have written it. */
function withoutCollections(files: Files, names: readonly string[]): void {
  const manifest = JSON.parse(String(files.get('manifest.json'))) as { files: { name: string }[] }
  for (const name of names) if (!files.delete(name)) throw new Error(`There is no ${name}.`)
  const listed = manifest.files.filter(({ name }) => !names.includes(name))
  files.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, files: listed })))
}

function laterFormat(files: Files): void {
  const manifest = JSON.parse(String(files.get('manifest.json'))) as object
  files.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, version: 2 })))
}

async function expectEmpty({ store, blobs }: ReturnType<typeof emptyPorts>): Promise<void> {
  for (const collection of exportedCollectionNames) {
    expect((await store.list(collection)).documents).toEqual([])
  }
  for await (const key of blobs.keys('')) expect(key).toBe(undefined)
}

it('refuses an archive whose audit was rewritten', async () => {
  const entry = (await api.ports.store.list('audit', { limit: 1 })).documents[0]!
  const { id, revision, updatedAt: _at, ...body } = entry
  await api.ports.store.update('audit', id, { ...body, what: 'nothing' }, revision)
  await saveArchive(api, archive)
  await expect(importArchive(archive, emptyPorts())).rejects.toThrow(/audit has been tampered with/)
})
