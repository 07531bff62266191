import { getDocument } from '@portal/contract/documents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { originalKey } from '../documents/synced-documents-service.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { bookCalls, bookKeys, keepQuarter, replacePaper } from './book-fixture.ts'
import { bookFileKey } from './stored-books.ts'

let api: TestApi
let blobs: BlobStore
/** Called before an original is read. */
let onRead: (key: string) => Promise<void>
/** Originals whose download breaks after the first bytes. */
let broken: Set<string>

beforeEach(async () => {
  blobs = memoryBlobStore()
  onRead = async () => {}
  broken = new Set()
  const read: BlobStore['read'] = async (key, range) => {
    await onRead(key)
    const bytes = await blobs.read(key, range)
    return bytes && broken.has(key) ? breaking(bytes) : bytes
  }
  api = await testApi({ ports: { blobs: { ...blobs, read } } })
  await keepQuarter(api)
})
afterEach(() => api.close())

function breaking(bytes: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = bytes.getReader()
  let isBegun = false
  return new ReadableStream({
    async pull(controller) {
      if (isBegun) return controller.error(new Error('socket hang up'))
      isBegun = true
      const { value } = await reader.read()
      controller.enqueue(value!.subarray(0, 100))
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const keyOf = async (id: string) =>
  originalKey(String((await api.ports.store.get('documents', id))!['sha256']))
const isDamaged = async (id: string) =>
  (await api.call('member')(getDocument, { params: { id } })).damaged === true

describe('a paper that vanishes while its book is made', () => {
  it('gets a page that explains it, and is in the next book once it is stored again', async () => {
    const [budget, minutes] = [await keyOf('Budget'), await keyOf('Minutes')]
    const bytes = new Uint8Array(await new Response(await blobs.read(minutes)).arrayBuffer())
    // The first paper has been read; the second has not.
    onRead = async (key) => {
      if (key === budget) await blobs.delete(minutes)
    }
    const { state, book } = await bookCalls(api).made()
    expect([state, book!.number]).toEqual(['ready', 1])
    expect(book!.parts.slice(3)).toMatchObject([
      { kind: 'paper', title: 'Budget Update' },
      { kind: 'placeholder', title: 'Minutes of Q3', reason: expect.stringContaining('damaged') },
    ])
    expect(await isDamaged('Minutes')).toBe(true)

    onRead = async () => {}
    await blobs.put(minutes, bytes)
    await api.features.scrub.run()
    expect(await bookCalls(api).get()).toMatchObject({ state: 'none', book: { number: 1 } })
    const next = await bookCalls(api).made()
    expect(next).toMatchObject({ state: 'ready', book: { number: 2 }, earlier: [{ number: 1 }] })
    expect(next.book!.parts[4]).toMatchObject({ kind: 'paper', title: 'Minutes of Q3', pages: 2 })
  })
})

describe('a broken connection to the file storage', () => {
  it('fails the book without marking a paper as damaged, and the next request makes the book', async () => {
    broken.add(await keyOf('Minutes'))
    const { state, reason } = await bookCalls(api).made()
    expect([state, reason]).toEqual([
      'failed',
      'The server’s files can’t be reached at the moment. Please try again.',
    ])
    expect(await isDamaged('Minutes')).toBe(false)
    expect(await bookKeys(api)).toEqual([])
    broken.clear()
    expect(await bookCalls(api).made()).toMatchObject({ state: 'ready', book: { number: 1 } })
  })
})

describe('a book whose file is missing', () => {
  it('is made again when somebody looks for it, with its number and its bytes', async () => {
    const { book } = await bookCalls(api).made()
    await blobs.delete(bookFileKey(book!.id))
    expect(await bookCalls(api).get()).toEqual({
      state: 'making',
      progress: { done: 0, total: 2 },
      earlier: [],
    })
    await api.features.boardBooks.idle()
    expect(await bookCalls(api).get()).toMatchObject({ state: 'ready', book })
    expect((await bookCalls(api).file(book!.id)).status).toBe(200)
  })

  it('is made again when somebody opens it, and isn’t listed any more if it is an earlier one', async () => {
    const { book: earlier } = await bookCalls(api).made()
    await replacePaper(api, 'Budget', { words: ['Budget, corrected'] })
    const { book: newest } = await bookCalls(api).made()
    for (const { id } of [earlier!, newest!]) {
      await blobs.delete(bookFileKey(id))
      expect((await bookCalls(api).file(id)).status).toBe(404)
    }
    await api.features.boardBooks.idle()
    const state = await bookCalls(api).get()
    expect(state).toMatchObject({ state: 'ready', book: { id: newest!.id, number: 2 } })
    expect(state.earlier).toEqual([])
  })
})
