import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { getDirectoryEntry, createDirectoryEntry, listDirectory } from '@portal/contract/directory'
import { getDocumentContent, listDocuments } from '@portal/contract/documents'
import { pathOf } from '@portal/contract/endpoint'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { saveNotesPolicy } from '@portal/contract/notes-policy'
import { listVersions, withdrawVersion } from '@portal/contract/paper-versions'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAuditAnchors } from '../audit/audit-anchors.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { memoryBlobStore } from '../adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { originalKey } from '../documents/synced-documents-service.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { testApi, type TestApi } from '../testing.ts'
import { exportedCollectionNames } from './exported-collections.ts'
import { filesInZip, pixel, saveArchive, storedTexts, writeZip } from './exports-fixture.ts'
import { importArchive } from './import-archive.ts'

let api: TestApi
let archive: string

beforeEach(async () => {
  api = await testApi()
  archive = join(temporaryFolder(), 'export.zip')
  await storedTexts(api, 'budget', 'the first budget', 'the second budget', 'the third budget')
  await storedTexts(api, 'bylaws', 'the bylaws')
  const admin = api.call('admin')
  await admin(saveMapping, {
    params: { id: 'meeting-2026-q4-budget-vs-actual' },
    body: { documentId: 'budget', title: 'Budget' },
    revision: 'new',
  })
  const ofQuarter = { params: { year: 2026, quarter: 4 } }
  await admin(saveAgenda, {
    ...ofQuarter,
    body: { title: 'Fall Meeting', items: [{ title: 'The budget' }] },
    revision: 'new',
  })
  await admin(setAgendaStatus, {
    ...ofQuarter,
    body: { status: 'published', showInstead: true },
    revision: 1,
  })
  await admin(createDirectoryEntry, {
    form: {
      id: 'maria',
      name: 'Maria Lopez',
      role: 'Chair',
      type: 'board',
      photo: new File([pixel], 'maria.png', { type: 'image/png' }),
    },
  })
  await admin(saveNotesPolicy, {
    body: { days: 30, holds: [{ reason: 'Inquiry' }] },
    revision: 'new',
  })
  await admin(withdrawVersion, {
    params: { id: 'budget', number: 1 },
    body: { reason: 'Sent by mistake' },
  })
  await createAuditAnchors({ store: api.store, now: api.ports.now, log: api.ports.log }).ensure()
})
afterEach(() => api.close())

function emptyPorts() {
  const clock = { at: new Date() }
  const store = openSqliteStore({ path: ':memory:', now: () => clock.at })
  return { store, blobs: memoryBlobStore(), clock }
}

/** What members and admins see of a portal. */
async function seen(of: TestApi) {
  const [admin, member] = [of.call('admin'), of.call('member')]
  const params = { id: 'budget' }
  const { versions } = await admin(listVersions, { params, query: {} })
  const token = await of.tokenOf('member')
  const contents: string[] = []
  for (const version of [undefined, '2', '1']) {
    const path = pathOf(getDocumentContent.path, params, { version })
    // oxlint-disable-next-line no-await-in-loop -- three
    const response = await of.request(path, { headers: { authorization: `Bearer ${token}` } })
    contents.push(response.ok ? await response.text() : String(response.status))
  }
  const entry = await member(getDirectoryEntry, { params: { id: 'maria' } })
  const headers = { authorization: `Bearer ${token}` }
  const photo = await of.request(entry.photoUrl!, { headers })
  return {
    mappings: await member(listMappings),
    agenda: await member(getAgenda, { params: { year: 2026, quarter: 4 } }),
    directory: await member(listDirectory),
    documents: await member(listDocuments),
    versions,
    contents,
    photo: Buffer.from(await photo.arrayBuffer()).toString('base64'),
  }
}

it('restores what members and admins see, with every version, revision and audit entry', async () => {
  await saveArchive(api, archive)
  const ports = emptyPorts()
  const imported = await importArchive(archive, ports)
  expect(imported).toMatchObject({ foundation: 'Larkspur Foundation', papers: 3, withoutFile: [] })
  for (const collection of exportedCollectionNames) {
    // oxlint-disable-next-line no-await-in-loop -- a dozen
    const [there, here] = await Promise.all([
      api.ports.store.list(collection),
      ports.store.list(collection),
    ])
    // The export itself is recorded after the audit was read, and what is made from papers is made again.
    const isAudit = collection.startsWith('audit')
    const known = new Set(here.documents.map(({ id }) => id))
    const expected = there.documents.filter(({ id }) => !isAudit || known.has(id))
    const made = ['fast', 'text', 'text_sha256', 'picture', 'first_page', 'fast_damaged']
    const plain = (value: unknown) =>
      JSON.parse(JSON.stringify(value), (name, one: unknown) =>
        made.includes(name) ? undefined : one,
      ) as unknown
    expect([collection, plain(here.documents)]).toEqual([collection, plain(expected)])
    expect(here.documents.length).toBeGreaterThan(collection === 'agenda_templates' ? -1 : 0)
  }
  expect((await verifyAudit(ports.store)).entries).toBeGreaterThan(5)

  const restored = await testApi({ ports })
  expect(await seen(restored)).toEqual(await seen(api))
  expect((await seen(restored)).contents).toEqual(['the third budget', 'the second budget', '410'])
  await restored.portalExports.idle()
  await verifyAudit(ports.store)
  await restored.close()
})

it('goes on with the next version’s number and revision', async () => {
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

it('marks a paper as damaged whose file the portal had lost', async () => {
  const sha256 = String((await api.ports.store.get('documents', 'bylaws'))!['sha256'])
  await api.ports.blobs.delete(originalKey(sha256))
  await saveArchive(api, archive)
  const ports = emptyPorts()
  const { withoutFile } = await importArchive(archive, ports)
  expect(withoutFile).toEqual(['bylaws, version 1'])
  expect(await ports.store.get('documents', 'bylaws')).toMatchObject({ damaged: true })
})

it('refuses a portal that isn’t empty, and stores nothing in it', async () => {
  await saveArchive(api, archive)
  const ports = emptyPorts()
  await ports.store.create('directory', 'ada', { name: 'Ada' })
  await expect(importArchive(archive, ports)).rejects.toThrow(/^This portal isn’t empty/)
  expect((await ports.store.list('documents')).documents).toEqual([])
})

it('is continued with the same archive after it was interrupted', async () => {
  await saveArchive(api, archive)
  const ports = emptyPorts()
  let writes = 0
  const create: typeof ports.store.create = async (...given) => {
    if ((writes += 1) === 12) throw new Error('The machine stops here.')
    return ports.store.create(...given)
  }
  const failing = { ...ports, store: { ...ports.store, create } }
  await expect(importArchive(archive, failing)).rejects.toThrow('The machine stops here.')
  await importArchive(archive, ports)
  const restored = await testApi({ ports })
  expect(await seen(restored)).toEqual(await seen(api))
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

it('refuses a part of an archive, and stores nothing', async () => {
  await saveArchive(api, archive)
  writeFileSync(archive, readFileSync(archive).subarray(0, 5000))
  const ports = emptyPorts()
  await expect(importArchive(archive, ports)).rejects.toThrow(/can’t be read as a ZIP/)
  await expectEmpty(ports)
})

function laterFormat(files: Files): void {
  const manifest = JSON.parse(String(files.get('manifest.json'))) as object
  files.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, version: 2 })))
}

async function expectEmpty({ store, blobs }: ReturnType<typeof emptyPorts>): Promise<void> {
  for (const collection of exportedCollectionNames) {
    // oxlint-disable-next-line no-await-in-loop -- a dozen
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
