import { createHash } from 'node:crypto'
import { getDocument, listDocuments } from '@portal/contract/documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { byteRange } from '../../platform/files/byte-range.ts'
import type { StoredDocument } from './stored-document.ts'

const original = Buffer.from('%PDF-1.7 the original bytes')
const fast = Buffer.from('%PDF-1.7 the fast copy')
const modified = 'Mon, 02 Nov 2026 09:00:00 GMT'
const page = Buffer.from('<script>alert(1)</script>')
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const sha256 = sha256Of(original)

let api: TestApi
let headers: Record<string, string>
let opened = 0
let closed = 0

beforeAll(async () => {
  const blobs = memoryBlobStore()
  api = await testApi({
    ports: {
      blobs: {
        ...blobs,
        async read(...given) {
          opened += 1
          const stream = await blobs.read(...given)
          return stream?.pipeThrough(new TransformStream({ flush: () => void (closed += 1) }))
        },
      },
    },
  })
  headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
  await put('budget', 'Budgét “2026”.pdf', { fast: { size: fast.length, head: 9, tail: 5 } })
  await put('page', 'page.html', { mime_type: 'text/html', sha256: sha256Of(page) })
  await put('gone', 'Gone.pdf', { sha256: 'c'.repeat(64) })
  await put('locked', 'Locked.pdf', { condition: 'encrypted' })
  await blobs.put(`originals/${sha256}`, original)
  await blobs.put(`renditions/${sha256}.pdf`, fast)
  await blobs.put(`originals/${sha256Of(page)}`, page)
})
afterAll(() => api.close())

const put = (id: string, name: string, more: Partial<StoredDocument>) =>
  api.putPaper(id, {
    title: name,
    name,
    modified_time: '2026-11-02T09:00:00.500Z',
    size: original.length,
    sha256,
    ...more,
  })

function content(id: string, more: Record<string, string> = {}, query = '', method = 'GET') {
  return api.request(`/api/documents/${id}/content${query}`, {
    method,
    headers: { ...headers, ...more },
  })
}

describe('the documents', () => {
  it('lists documents for every member, without the store’s internal fields', async () => {
    const documents = await api.call('member')(listDocuments)
    expect(documents.map(({ id }) => id)).toEqual(['budget', 'gone', 'locked', 'page'])
    expect(documents[0]).not.toHaveProperty('sha256')
    expect(documents[0]).not.toHaveProperty('fast')
  })

  it('refuses an unknown id with the specified message', async () => {
    const refused = { code: 'notFound', message: 'Document not found: nothing' }
    const answer = api.call('member')(getDocument, { params: { id: 'nothing' } })
    await expect(answer).rejects.toMatchObject(refused)
    const response = await content('nothing')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'Document not found: nothing' })
  })

  it('sends the original bytes as a download under the document’s own name', async () => {
    const response = await content('budget')
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(original)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(original.length),
      'content-disposition': expect.stringMatching(
        /^attachment; filename=".*"; filename\*=UTF-8''Budg%C3%A9t%20%E2%80%9C2026%E2%80%9D\.pdf$/,
      ),
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
      'last-modified': modified,
    })
  })

  it('sends the fast copy inline', async () => {
    const response = await content('budget', {}, '?rendition=fast')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(fast)
    expect(response.headers.get('content-disposition')).toMatch(/^inline;/)
    expect(response.headers.get('etag')).toBe(`"${sha256}-fast"`)
  })

  it('lets only the portal frame a copy that its viewer prints, and nobody a download', async () => {
    const ancestors = async (query: string) => {
      const response = await content('budget', {}, query)
      return /frame-ancestors [^;]+/.exec(response.headers.get('content-security-policy')!)![0]
    }
    expect(await ancestors('?rendition=fast')).toBe("frame-ancestors 'self'")
    expect(await ancestors('')).toBe("frame-ancestors 'none'")
  })

  it('sends the original if there is no fast copy', async () => {
    const response = await content('locked', {}, '?rendition=fast')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(original)
    expect(response.headers.get('content-type')).toBe('application/pdf')
  })

  it('sends types that could be executed as plain bytes', async () => {
    for (const query of ['', '?rendition=fast']) {
      const response = await content('page', {}, query)
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
    }
  })

  it('reports clearly that a file’s bytes are missing', async () => {
    const response = await content('gone')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: 'The file of “Gone.pdf” is missing. Please sync the drive again.',
    })
  })

  it('refuses everyone but members', async () => {
    const response = await api.request('/api/documents/budget/content')
    expect(response.status).toBe(401)
  })

  it('refuses an unknown rendition', async () => {
    expect((await content('budget', {}, '?rendition=huge')).status).toBe(400)
  })
})

describe('a part of a document', () => {
  it.each([
    ['bytes=0-3', 'bytes 0-3/27', '%PDF'],
    ['bytes=9-', 'bytes 9-26/27', 'the original bytes'],
    ['bytes=-5', 'bytes 22-26/27', 'bytes'],
    ['bytes=22-9999', 'bytes 22-26/27', 'bytes'],
  ])('sends the part for %s', async (range, contentRange, text) => {
    const response = await content('budget', { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(text.length))
    expect(await response.text()).toBe(text)
  })

  it.each(['bytes=27-', 'bytes=99-100', 'bytes=-0'])('refuses the range %s', async (range) => {
    const response = await content('budget', { range })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */27')
    expect(await response.json()).toMatchObject({
      type: 'urn:portal:problem:rangeNotSatisfiable',
      title: 'Range not satisfiable',
      status: 416,
      code: 'rangeNotSatisfiable',
    })
  })

  it.each(['bytes=0-1,4-5', 'bytes=5-2', 'lines=1-2', 'bytes=-', 'bytes=x-y'])(
    'can’t be requested by %s: the whole document is sent',
    async (range) => {
      const response = await content('budget', { range })
      expect(response.status).toBe(200)
      expect(Buffer.from(await response.arrayBuffer())).toEqual(original)
    },
  )

  it('sends a part only if If-Range names the current version', async () => {
    const status = async (ifRange: string) =>
      (await content('budget', { range: 'bytes=0-3', 'if-range': ifRange })).status
    expect(await status(`"${sha256}"`)).toBe(206)
    expect(await status(modified)).toBe(206)
    expect(await status(`"${sha256}-fast"`)).toBe(200)
    expect(await status(`W/"${sha256}"`)).toBe(200)
    expect(await status('Mon, 02 Nov 2026 09:00:01 GMT')).toBe(200)
  })

  it('returns the whole of an empty file, or reports that the range can’t be satisfied', () => {
    expect(byteRange(undefined, 0)).toBe('whole')
    expect(byteRange('bytes=0-', 0)).toBe('unsatisfiable')
    expect(byteRange('bytes=-5', 0)).toBe('unsatisfiable')
  })
})

describe('a document that the caller has', () => {
  it.each<Record<string, string>>([
    { 'if-none-match': `"${sha256}"` },
    { 'if-none-match': `"x", W/"${sha256}"` },
    { 'if-modified-since': modified },
  ])('returns 304 for %o', async (condition) => {
    const response = await content('budget', condition)
    expect(response.status).toBe(304)
    expect(response.headers.get('etag')).toBe(`"${sha256}"`)
    expect(await response.text()).toBe('')
  })

  it('sends the document if the tag differs, regardless of the date', async () => {
    const response = await content('budget', {
      'if-none-match': '"other"',
      'if-modified-since': modified,
    })
    expect(response.status).toBe(200)
    await response.body?.cancel()
  })

  it('responds to HEAD without opening the file', async () => {
    opened = 0
    const response = await content('budget', {}, '?rendition=fast', 'HEAD')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(fast.length))
    expect(await response.text()).toBe('')
    const part = await content('budget', { range: 'bytes=0-3' }, '', 'HEAD')
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '4'])
    expect((await content('nothing', {}, '', 'HEAD')).status).toBe(404)
    expect(opened).toBe(0)
  })

  it('closes the file when it was read to the end', async () => {
    closed = 0
    await (await content('budget')).arrayBuffer()
    expect(closed).toBe(1)
  })
})
