import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { getDocument, getDocumentText, listDocuments } from '@portal/contract/documents'
import { getSyncStatus, triggerSync } from '@portal/contract/sync'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { driveFolder, samplePdf } from '../sync/sync-fixtures.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { originalKey, renditionKey, textKey } from './synced-documents-service.ts'

let files: ReturnType<typeof driveFolder>
let api: TestApi
let headers: Record<string, string>

beforeEach(async () => {
  files = driveFolder()
  files.put('Budget.txt', 'numbers')
  files.put('Notes.docx', 'words'.repeat(200_000))
  api = await testApi({ driveFolder: files.folder })
  headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
  await sync()
})
afterEach(async () => {
  await api.close()
  files.remove()
})

/** Adds a PDF, with its copy, text and pictures. */
async function syncPdf() {
  files.put('Budget.pdf', await samplePdf({ pages: 3 }))
  await sync()
}

async function sync() {
  await api.call('admin')(triggerSync)
  await api.features.sync.idle()
  return api.call('admin')(getSyncStatus)
}

const paper = async (name: string) => {
  const match = (await api.call('member')(listDocuments)).find(
    (candidate) => candidate.name === name,
  )!
  const stored = (await api.ports.store.get('documents', match.id))!
  return { id: match.id, sha256: String(stored['sha256']), stored }
}

const content = (id: string, query = '', range?: string) =>
  api.request(`/api/documents/${id}/content${query}`, {
    headers: { ...headers, ...(range === undefined ? {} : { range }) },
  })

const bytesOf = async (key: string) =>
  Buffer.from(await new Response(await api.ports.blobs.read(key)).arrayBuffer())

/** Changes one byte of a stored file, as somebody with access to the disk could. */
async function alter(key: string) {
  const bytes = await bytesOf(key)
  bytes[bytes.length - 10]! ^= 1
  await api.ports.blobs.put(key, bytes)
}

const isDamaged = async (id: string) =>
  (await api.call('member')(getDocument, { params: { id } })).damaged === true

const audited = async () => {
  const { documents } = await api.ports.store.list('audit', { orderBy: 'at' })
  return documents.flatMap(({ what, by }) =>
    String(what).startsWith('paper') ? [{ what, by }] : [],
  )
}

it('never ends a download of altered bytes, and marks the paper as damaged', async () => {
  const { id, sha256 } = await paper('Notes.docx')
  await alter(originalKey(sha256))
  const response = await content(id)
  await expect(response.arrayBuffer()).rejects.toThrow('don’t match their hash')
  await expect.poll(() => isDamaged(id)).toBe(true)
  expect(await audited()).toEqual([{ what: 'paper damaged', by: { portal: 'scrub' } }])
  const refused = await content(id)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'damaged',
    error: expect.stringContaining('The portal’s copy of “Notes.docx” is damaged'),
  })
})

it('breaks the connection before the last byte of altered content', async () => {
  // The server reports why it breaks off.
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => printed.mockRestore())
  const { id, sha256, stored } = await paper('Notes.docx')
  await alter(originalKey(sha256))
  const server = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const path = `/api/documents/${id}/content`
  const request = get({ port, host: '127.0.0.1', path, headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let received = 0
  response.on('data', (chunk: Buffer) => (received += chunk.length))
  await expect(once(response, 'end')).rejects.toThrow('aborted')
  expect(Number(response.headers['content-length'])).toBe(stored['size'])
  expect(received).toBeLessThan(Number(stored['size']))
  expect(printed).toHaveBeenCalledWith(expect.objectContaining({ name: 'AlteredBytesError' }))
  server.close()
})

it('refuses a single chunk of altered bytes', async () => {
  files.put('Short.txt', 'short words')
  await sync()
  const { id, sha256 } = await paper('Short.txt')
  await alter(originalKey(sha256))
  await expect((await content(id)).text()).rejects.toThrow('don’t match their hash')
})

it('verifies a range that covers the whole file, but no other', async () => {
  const { id, sha256, stored } = await paper('Notes.docx')
  await alter(originalKey(sha256))
  expect((await (await content(id, '', 'bytes=0-3')).text()).length).toBe(4)
  expect(await isDamaged(id)).toBe(false)
  const all = await content(id, '', `bytes=0-${Number(stored['size']) - 1}`)
  await expect(all.arrayBuffer()).rejects.toThrow('don’t match their hash')
})

it('fetches a damaged paper from the drive again, and only that one', async () => {
  const { id, sha256 } = await paper('Notes.docx')
  await alter(originalKey(sha256))
  await (await content(id)).arrayBuffer().catch(() => undefined)
  await expect.poll(() => isDamaged(id)).toBe(true)
  const before = (await paper('Budget.txt')).stored.revision
  expect(await sync()).toMatchObject({ status: 'completed' })
  expect(await isDamaged(id)).toBe(false)
  expect(
    createHash('sha256')
      .update(await bytesOf(originalKey(sha256)))
      .digest('hex'),
  ).toBe(sha256)
  expect((await content(id)).status).toBe(200)
  expect((await paper('Budget.txt')).stored.revision).toBe(before)
  expect((await audited()).map(({ what }) => what)).toEqual(['paper damaged', 'paper repaired'])
})

it('keeps a paper damaged while the drive has lost it too', async () => {
  const { id, sha256 } = await paper('Notes.docx')
  for (const name of ['A.txt', 'B.txt']) files.put(name, name)
  await sync()
  await alter(originalKey(sha256))
  await (await content(id)).arrayBuffer().catch(() => undefined)
  await expect.poll(() => isDamaged(id)).toBe(true)
  // So many removals wait for an admin.
  for (const name of ['A.txt', 'B.txt', 'Notes.docx']) files.lose(name)
  expect((await sync()).held).toBeDefined()
  expect(await isDamaged(id)).toBe(true)
  files.put('Notes.docx', 'words'.repeat(200_000))
  await sync()
  expect(await isDamaged(id)).toBe(false)
})

it('serves the original in place of an altered copy, until the sync has made it again', async () => {
  await syncPdf()
  const { id, sha256 } = await paper('Budget.pdf')
  await alter(renditionKey(sha256))
  const altered = await content(id, '?rendition=fast')
  await expect(altered.arrayBuffer()).rejects.toThrow('don’t match their hash')
  await expect.poll(async () => (await paper('Budget.pdf')).stored['fast']).toBeUndefined()
  const original = await content(id, '?rendition=fast')
  expect(Buffer.from(await original.arrayBuffer())).toEqual(await bytesOf(originalKey(sha256)))
  expect(await isDamaged(id)).toBe(false)
  await sync()
  const { stored } = await paper('Budget.pdf')
  expect(stored).not.toHaveProperty('fast_damaged')
  const copy = Buffer.from(await (await content(id, '?rendition=fast')).arrayBuffer())
  expect(createHash('sha256').update(copy).digest('hex')).toBe(
    (stored['fast'] as { sha256: string }).sha256,
  )
})

it('serves an intact copy to the viewer while the original is damaged', async () => {
  await syncPdf()
  const { id, sha256 } = await paper('Budget.pdf')
  await alter(originalKey(sha256))
  await (await content(id)).arrayBuffer().catch(() => undefined)
  await expect.poll(() => isDamaged(id)).toBe(true)
  expect((await content(id, '?rendition=fast')).status).toBe(200)
  expect((await content(id)).status).toBe(409)
})

it('doesn’t show an altered text, and extracts it again', async () => {
  await syncPdf()
  const { id, sha256 } = await paper('Budget.pdf')
  const text = () => api.call('member')(getDocumentText, { params: { id } })
  await expect(text()).resolves.toMatchObject({ pages: expect.any(Array) })
  await alter(textKey(sha256))
  await expect(text()).rejects.toMatchObject({ code: 'notFound' })
  await expect.poll(async () => (await paper('Budget.pdf')).stored['text']).toBeUndefined()
  await sync()
  await expect(text()).resolves.toMatchObject({ pages: expect.any(Array) })
})
