import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import type { StoredDocument } from './stored-document.ts'
import { openingParts } from './opening-response.ts'

const kilobyte = 1024
const large = Buffer.from(Array.from({ length: 200 * kilobyte }, (_, index) => index % 253))
const small = Buffer.from('%PDF-1.7 a small one')

let api: TestApi
let authorization: string
beforeAll(async () => {
  const blobs = memoryBlobStore()
  api = await testApi({ ports: { blobs } })
  authorization = `Bearer ${await api.tokenOf('member')}`
  await put('large', 'a', { size: large.length, head: 9 * kilobyte, tail: 1000 })
  await put('small', 'b', { size: small.length, head: 9, tail: 5 })
  await put('gone', 'c', { size: 10, head: 9, tail: 5 })
  await put('unmade', 'd')
  await blobs.put(`renditions/${'a'.repeat(64)}.pdf`, large)
  await blobs.put(`renditions/${'b'.repeat(64)}.pdf`, small)
  await blobs.put(`originals/${'d'.repeat(64)}`, large)
})
afterAll(() => api.close())

const put = (id: string, letter: string, fast?: StoredDocument['fast']) =>
  api.putPaper(id, { size: large.length, sha256: letter.repeat(64), ...(fast ? { fast } : {}) })

async function opening(id: string, method = 'GET') {
  const response = await api.request(`/api/documents/${id}/content?rendition=fast&part=opening`, {
    method,
    headers: { authorization },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('a document’s opening', () => {
  it('sends the end and the beginning of the file, in whole chunks', async () => {
    const { response, bytes } = await opening('large')
    expect(response.headers.get('x-opening')).toBe(
      `size=${large.length}, head=16384, tail=8192, chunk=16384`,
    )
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(bytes.subarray(0, 8192)).toEqual(large.subarray(large.length - 8192))
    expect(bytes.subarray(8192)).toEqual(large.subarray(0, 16_384))
  })

  it('sends the whole file if it is small', async () => {
    const { response, bytes } = await opening('small')
    expect(response.headers.get('x-opening')).toMatch(/^size=20, head=20, tail=0,/)
    expect(bytes).toEqual(small)
  })

  it('sends the two ends of the original if there is no fast copy', async () => {
    const { response, bytes } = await opening('unmade')
    expect(response.headers.get('x-opening')).toBe(
      `size=${large.length}, head=65536, tail=73728, chunk=65536`,
    )
    expect(bytes.subarray(73_728)).toEqual(large.subarray(0, 65_536))
  })

  it('supports HEAD, refuses strangers, and returns 404 if the file is gone', async () => {
    expect((await opening('large', 'HEAD')).response.headers.get('content-length')).toBe('24576')
    expect((await opening('gone')).response.status).toBe(404)
    const path = '/api/documents/large/content?rendition=fast&part=opening'
    expect((await api.request(path)).status).toBe(401)
  })
})

describe('the parts of an opening', () => {
  it.each([
    [{ head: 2000, tail: 900 }, 8 * kilobyte],
    [{ head: 2000, tail: 20_000 }, 32 * kilobyte],
    [{ head: 40_000, tail: 900 }, 64 * kilobyte],
    [{ head: 3_000_000, tail: 150_000 }, 64 * kilobyte],
  ])('includes what opening a document reads, and little more: %o', ({ head, tail }, chunk) => {
    const size = 12_345_678
    const parts = openingParts(size, { head, tail })
    expect(parts.chunk).toBe(chunk)
    expect(parts.head % chunk).toBe(0)
    expect((size - parts.tail) % chunk).toBe(0)
    expect(parts.head).toBeGreaterThanOrEqual(head)
    expect(parts.tail).toBeGreaterThanOrEqual(tail)
    expect(parts.head + parts.tail).toBeLessThan(head + tail + 2 * chunk)
  })

  it('reaches as far back as pdf.js searches for the index', () => {
    const size = 72 * kilobyte + 100
    expect(openingParts(size, { head: 2000, tail: 90 }).tail).toBeGreaterThanOrEqual(1024)
  })

  it('sends the whole file if its two parts would overlap', () => {
    expect(openingParts(100_000, { head: 60_000, tail: 50_000 })).toMatchObject({
      head: 100_000,
      tail: 0,
    })
  })
})
