import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listDocuments } from '@portal/contract/documents'
import { getMapping, saveMapping } from '@portal/contract/mappings'
import { searchEverything } from '@portal/contract/search-everything'
import { getSyncStatus, triggerSync } from '@portal/contract/sync'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { upload } from '../uploads/upload-fixture.ts'
import { pdfThatExpands, samplePdf } from './sync-fixtures.ts'

/** A little more than the largest stream that is expanded. */
const tooLarge = pdfThatExpands(70_000_000)

let api: TestApi
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'too-large-'))
  await mkdir(join(folder, 'Board'))
  api = await testApi({ driveFolder: folder })
})
afterEach(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

const drop = (name: string, bytes: Uint8Array) => writeFile(join(folder, 'Board', name), bytes)
const sync = async () => {
  await api.call('admin')(triggerSync)
  await api.features.sync.idle()
  expect((await api.call('admin')(getSyncStatus)).status).toBe('completed')
}
const documentNamed = async (name: string) =>
  (await api.call('member')(listDocuments)).find((candidate) => candidate.name === name)!

it('stores a paper that expands to more than can be opened as too large, and continues with the next', async () => {
  await drop('A bomb.pdf', tooLarge)
  await drop('Budget.pdf', await samplePdf({ pages: 2 }))
  await sync()
  expect(await documentNamed('A bomb.pdf')).toMatchObject({ condition: 'broken', too_large: true })
  expect(await documentNamed('Budget.pdf')).toMatchObject({ condition: 'ready', pages: 2 })

  const { id: documentId } = await documentNamed('A bomb.pdf')
  const params = { id: 'governance-bylaws' }
  const body = { title: 'Bylaws', documentId, documentName: 'A bomb.pdf' }
  await api.call('admin')(saveMapping, { params, body, revision: 'new' })
  expect((await api.call('member')(getMapping, { params })).problem).toBe('tooLarge')
  const search = async () =>
    (await api.call('member')(searchEverything, { query: { q: 'bomb' } })).found
  await expect.poll(search).toMatchObject([{ problem: 'tooLarge' }])

  // Known bytes aren't opened again, and the mark is gone with them.
  await sync()
  expect(await documentNamed('A bomb.pdf')).toMatchObject({ too_large: true })
  await drop('A bomb.pdf', await samplePdf({ pages: 3 }))
  await sync()
  const repaired = await documentNamed('A bomb.pdf')
  expect(repaired).toMatchObject({ condition: 'ready', pages: 3 })
  expect(repaired.too_large).toBeUndefined()
  expect((await api.call('member')(getMapping, { params })).problem).toBeUndefined()
})

it('does the same for an upload', async () => {
  const bytes = new Uint8Array(tooLarge)
  const { document } = await upload(api.call('admin'), { name: 'A bomb.pdf', bytes })
  expect(document).toMatchObject({ condition: 'broken', too_large: true })
})
