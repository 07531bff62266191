import { getDocument, listDocuments } from '@portal/contract/documents'
import { listVersions } from '@portal/contract/paper-versions'
import { getSyncStatus, triggerSync } from '@portal/contract/sync'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { driveFolder, samplePdf } from '../sync/sync-fixtures.ts'
import { type TestApi, testApi } from '../../testing/test-api.ts'
import { createScrub, scrubCollection, scrubStateId } from './scrub-feature.ts'

let files: ReturnType<typeof driveFolder>
let api: TestApi
let time: number
const now = () => new Date(time)
const week = 7 * 86_400_000

beforeEach(async () => {
  time = Date.now()
  files = driveFolder()
  files.put('Notes.docx', 'words'.repeat(20_000))
  files.put('Letter.docx', 'letters')
  files.put('Minutes.docx', 'minutes')
  api = await testApi({ driveFolder: files.folder, env: { SCRUB_MB_PER_SECOND: '1000' }, now })
  await api.call('admin')(triggerSync)
  await api.features.sync.idle()
})
afterEach(async () => {
  await api.close()
  files.remove()
})

/** Adds a PDF, of which the portal makes a copy, a text and two pictures: drawing them takes most of a test's time. */
async function addBudget(): Promise<void> {
  files.put('Budget.pdf', await samplePdf({ pages: 1 }))
  await api.call('admin')(triggerSync)
  await api.features.sync.idle()
}

const paper = async (name: string) => {
  const match = (await api.call('member')(listDocuments)).find(
    (candidate) => candidate.name === name,
  )!
  return { id: match.id, stored: (await api.ports.store.get('documents', match.id))! }
}
const keyOf = async (name: string) => `originals/${String((await paper(name)).stored['sha256'])}`
const isDamaged = async (name: string) => {
  const { id } = await paper(name)
  return (await api.call('member')(getDocument, { params: { id } })).damaged === true
}
const state = () => api.ports.store.get(scrubCollection.name, scrubStateId)

/** Changes one byte of a stored file, as somebody with access to the disk could. */
async function alter(key: string): Promise<void> {
  const stored = await new Response(await api.ports.blobs.read(key)).arrayBuffer()
  const bytes = new Uint8Array(stored)
  bytes[bytes.length - 1]! ^= 1
  await api.ports.blobs.put(key, bytes)
}

it('verifies every stored file, says when, and runs again after the set number of days', async () => {
  await api.features.scrub.run()
  const first = await state()
  expect(first).toMatchObject({ checked: 3, harmed: 0, completedAt: now().toISOString() })
  time += week - 1
  await api.features.scrub.run()
  expect(await state()).toEqual(first)
  time += 1
  await api.features.scrub.run()
  expect(await state()).toMatchObject({ startedAt: now().toISOString() })
})

it('marks a paper with altered or missing bytes, and fetches it from the drive again', async () => {
  await alter(await keyOf('Notes.docx'))
  await api.ports.blobs.delete(await keyOf('Letter.docx'))
  await api.features.scrub.run()
  expect(await state()).toMatchObject({ harmed: 2 })
  expect(api.logged.filter((line) => line.includes('a stored file is damaged'))).toHaveLength(2)
  await api.features.sync.idle()
  expect(await isDamaged('Notes.docx')).toBe(false)
  expect(await isDamaged('Letter.docx')).toBe(false)
  time += week
  await api.features.scrub.run()
  expect(await state()).toMatchObject({ harmed: 0 })
})

it('leaves a paper marked while the drive doesn’t have it', async () => {
  const { id } = await paper('Notes.docx')
  await alter(await keyOf('Notes.docx'))
  files.remove()
  await api.features.scrub.run()
  await api.features.sync.idle()
  expect((await api.call('admin')(getSyncStatus)).status).not.toBe('running')
  expect(await api.call('member')(getDocument, { params: { id } })).toMatchObject({ damaged: true })
})

it('recreates the text, the pictures, the viewer’s copy and missing hashes of a paper', async () => {
  await addBudget()
  const { id, stored } = await paper('Budget.pdf')
  const sha256 = String(stored['sha256'])
  await alter(`renditions/${sha256}.pdf`)
  await alter(`texts/${sha256}.json`)
  await alter(`pictures/${sha256}-640.webp`)
  await api.ports.blobs.delete(`pictures/${sha256}-176.webp`)
  await api.features.scrub.run()
  await api.features.sync.idle()
  time += week
  await api.features.scrub.run()
  // Four originals; the copy, the text and two pictures of the PDF.
  expect(await state()).toMatchObject({ checked: 8, harmed: 0 })
  const {
    id: _id,
    revision,
    updatedAt: _at,
    text_sha256: hash,
    ...body
  } = (await paper('Budget.pdf')).stored
  await api.ports.store.update('documents', id, body, revision)
  await expect.poll(async () => (await paper('Budget.pdf')).stored['text_sha256']).toBe(undefined)
  time += week
  await api.features.scrub.run()
  expect((await paper('Budget.pdf')).stored['text_sha256']).toBe(hash)
})

it('verifies earlier versions, and recreates what was made from them', async () => {
  await addBudget()
  const { id, stored } = await paper('Budget.pdf')
  const sha256 = String(stored['sha256'])
  files.put('Budget.pdf', await samplePdf({ pages: 1, text: 'Newer' }), 30)
  await api.call('admin')(triggerSync)
  await api.features.sync.idle()
  await alter(`texts/${sha256}.json`)
  await alter(`pictures/${sha256}-640.webp`)
  await alter(`renditions/${sha256}.pdf`)
  await api.features.scrub.run()
  await api.features.sync.idle()
  expect(await state()).toMatchObject({ checked: 13, harmed: 3 })
  time += week
  await api.features.scrub.run()
  // The original is served in place of the earlier version's copy.
  expect(await state()).toMatchObject({ checked: 12, harmed: 0 })
  await alter(`originals/${sha256}`)
  time += week
  await api.features.scrub.run()
  const { versions } = await api.call('member')(listVersions, { params: { id }, query: {} })
  expect(versions.map(({ damaged }) => damaged)).toEqual([undefined, true])
  await alter(`originals/${sha256}`)
  time += week
  await api.features.scrub.run()
  const again = await api.call('member')(listVersions, { params: { id }, query: {} })
  expect(again.versions.map(({ damaged }) => damaged)).toEqual([undefined, undefined])
})

it('continues where a dead process has stopped, once its lease has expired', async () => {
  const keys = [...(await collectKeys())].toSorted()
  const lease = { holder: 'dead', expiresAt: new Date(time + 60_000).toISOString() }
  const left = { startedAt: now().toISOString(), position: keys[1]!, checked: 2, harmed: 1, lease }
  // As earlier versions stored it, in a database that several processes use.
  await api.ports.store.create(scrubCollection.name, scrubStateId, left)
  const { hasEnded: _, ...store } = api.ports.store
  const scrub = createScrub({ ...scrubParts(), store })
  expect(await scrub.run()).toBe('held')
  expect(await state()).toMatchObject(left)
  time += 60_001
  await scrub.run()
  expect(await state()).toMatchObject({ checked: 2, harmed: 1, completedAt: now().toISOString() })
})

it('continues at once where an earlier process has stopped if only one can open the database', async () => {
  const keys = [...(await collectKeys())].toSorted()
  const lease = { holder: 'dead', expiresAt: new Date(time + 60_000).toISOString() }
  const left = { startedAt: now().toISOString(), position: keys[1]!, checked: 2, harmed: 1, lease }
  await api.ports.store.create(scrubCollection.name, scrubStateId, left)
  await api.features.scrub.run()
  expect(await state()).toMatchObject({ checked: 3, harmed: 1, completedAt: now().toISOString() })
})

it('stops when another instance has taken over', async () => {
  const scrub = createScrub({
    ...scrubParts(),
    sources: [
      async () => {
        const stored = (await state())!
        const { id: _id, revision, updatedAt: _at, ...body } = stored
        const lease = { holder: 'another', expiresAt: new Date(time + 60_000).toISOString() }
        await api.ports.store.update(
          scrubCollection.name,
          scrubStateId,
          { ...body, lease },
          revision,
        )
        return []
      },
    ],
  })
  expect(await scrub.run()).toBe('held')
  expect(await state()).toMatchObject({ lease: { holder: 'another' } })
  expect((await state())!['completedAt']).toBe(undefined)
})

it('never runs with a setting of 0 days', async () => {
  const own = await testApi({ env: { SCRUB_DAYS: '0' } })
  await own.features.scrub.run()
  expect(await own.ports.store.get(scrubCollection.name, scrubStateId)).toBe(undefined)
  await own.close()
})

function scrubParts() {
  return {
    ...api.ports,
    metrics: createMetrics(),
    interval: week,
    bytesPerSecond: 1e9,
    repair: async () => {},
    sources: [],
  }
}

async function collectKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const key of api.ports.blobs.keys('')) keys.push(key)
  return keys
}
