import { join } from 'node:path'
import { search } from '@portal/contract/search'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { textKey } from '../documents/synced-documents-service.ts'
import { storedPaper } from '../documents/stored-paper-fixture.ts'
import { silentLog } from '../../platform/log.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { type TestApi, testApi } from '../../testing/test-api.ts'
import { createSearchEngine } from './search-engine.ts'
import { createSearchService } from './search-service.ts'

let api: TestApi
let reads = 0
beforeEach(async () => {
  const store = openSqliteStore({ path: ':memory:' })
  const counted: DocumentStore = {
    ...store,
    get: (...given) => ((reads += 1), store.get(...given)),
    list: (...given) => ((reads += 1), store.list(...given)),
  }
  api = await testApi({ ports: { store: counted } })
})
afterEach(async () => {
  await api.stop()
  await api.close()
})

let count = 0
/** Starting a thread is slow on a busy machine. */
beforeEach(() => void (count = 0))
const ada = {
  uid: 'ada',
  email: 'ada@larkspur.example',
  isAdmin: false,
  canManageUsers: false,
  editsAgendas: false,
}

/** Stores a synced paper with these pages; without pages it has no text. */
async function put(id: string, name: string, pages: string[] = [], path = '2026/Q4') {
  const sha256 = String((count += 1)).padStart(64, '0')
  if (pages.length > 0) await api.ports.blobs.put(textKey(sha256), textBlob(pages))
  const document = storedPaper(id, {
    title: name.replace(/\.\w+$/, ''),
    name,
    path,
    sha256,
    ...(pages.length > 0 ? { text: 'made' } : {}),
  })
  const { store } = api.ports
  const before = await store.get('documents', id)
  if (before) await store.update('documents', id, document, before.revision)
  else await store.create('documents', id, document)
}

const textBlob = (pages: string[]) => new TextEncoder().encode(JSON.stringify(pages))

/** Searches once everything has been indexed. */
async function hitsFor(q: string, limit?: number) {
  const query = { q, ...(limit === undefined ? {} : { limit }) }
  const ask = () => api.call('member')(search, { query })
  await expect.poll(async () => (await ask()).complete).toBe(true)
  return ask()
}
const ids = async (q: string) => (await hitsFor(q)).hits.map(({ id }) => id)

describe('the search', () => {
  it('finds a page by its words, and returns its number and a snippet', async () => {
    await put('budget', 'Budget Update.pdf', [
      'The first page speaks of other things.',
      'The endowment returned 6.2 percent, and the grants budget rises to 1,250,000 dollars.',
    ])
    await put('bylaws', 'Bylaws.pdf', ['Officers are elected every year.'])
    const { hits, total, complete } = await hitsFor('grants 1250000')
    expect({ total, complete }).toEqual({ total: 1, complete: true })
    expect(hits).toMatchObject([
      { id: 'budget', name: 'Budget Update.pdf', title: 'Budget Update', path: '2026/Q4', page: 2 },
    ])
    const { text, marks } = hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['grants', '1,250,000'])
  })

  it('finds a document without text by its name and folder, without a page number', async () => {
    await put('sheet', 'Spend-down Model.xlsx', [], '2026/Q4/Models')
    expect((await hitsFor('spend model')).hits).toEqual([
      {
        id: 'sheet',
        name: 'Spend-down Model.xlsx',
        title: 'Spend-down Model',
        path: '2026/Q4/Models',
        pages: 0,
        mime_type: 'application/pdf',
        condition: 'ready',
      },
    ])
    expect(await ids('xlsx')).toEqual(['sheet'])
    expect(await ids('2026 models')).toEqual(['sheet'])
  })

  it('names the problem of a paper that can’t be opened', async () => {
    await api.putPaper('ledger', { title: 'Ledger', name: 'Ledger.pdf', condition: 'broken' })
    expect((await hitsFor('ledger')).hits).toMatchObject([{ id: 'ledger', problem: 'damaged' }])
  })

  it('follows documents that are added, changed, renamed and removed', async () => {
    await put('a', 'First.pdf', ['albatross'])
    expect(await ids('albatross')).toEqual(['a'])
    await put('b', 'Second.pdf', ['albatross too'])
    await put('a', 'First.pdf', ['pelican'])
    expect(await ids('albatross')).toEqual(['b'])
    expect(await ids('pelican')).toEqual(['a'])
    await put('b', 'Renamed.pdf', ['albatross too'])
    expect(await ids('renamed')).toEqual(['b'])
    expect(await ids('second')).toEqual([])
    await api.ports.store.delete('documents', 'b')
    expect(await ids('albatross')).toEqual([])
  })

  it('returns plain text, even if a page contains markup', async () => {
    const markup = 'Write <b onclick="x">grant</b> & <mark>grant</mark> in brackets'
    await put('odd', 'Odd.pdf', [markup])
    const { text, marks } = (await hitsFor('grant')).hits[0]!.snippet!
    expect(text).toBe(markup)
    expect(marks).toHaveLength(2)
  })

  it('returns partial results while a text can’t be read, and retries it later', async () => {
    const { store, blobs } = api.ports
    let isDown = true
    const broken: BlobStore = {
      ...blobs,
      read: (...given) =>
        isDown && given[0].endsWith('2.json')
          ? Promise.reject(new Error('down'))
          : blobs.read(...given),
    }
    await put('a', 'A.pdf', ['albatross'])
    await put('b', 'B.pdf', ['pelican'])
    const indexFile = join(temporaryFolder(), 'search.sqlite')
    const parts = { store, blobs: broken, log: silentLog, indexFile, retryDelay: 50 }
    const engine = createSearchEngine(parts)
    const service = createSearchService(engine, () => new Set())
    const ask = (q: string) => service.find(ada, q, 10)
    await expect.poll(async () => (await ask('albatross')).total).toBe(1)
    expect(await ask('pelican')).toMatchObject({ total: 0, complete: false })
    isDown = false
    await expect.poll(async () => (await ask('pelican')).total).toBe(1)
    await engine.stop()
  })

  it('finds a document by its name when its text is damaged', async () => {
    await put('a', 'Albatross.pdf', ['pelican'])
    const { documents } = await api.ports.store.list('documents')
    await api.ports.blobs.put(textKey(String(documents[0]!['sha256'])), new Uint8Array([0x5b]))
    expect(await ids('albatross')).toEqual(['a'])
    expect(await ids('pelican')).toEqual([])
  })

  it('finds a document by words that are read in the same file in a later way', async () => {
    await put('a', 'A.pdf', ['albatross'])
    expect(await ids('albatross')).toEqual(['a'])
    const { store, blobs } = api.ports
    const { id, revision, updatedAt: _, ...body } = (await store.get('documents', 'a'))!
    await blobs.put(textKey(String(body['sha256'])), textBlob(['pelican']))
    await store.update('documents', id, { ...body, text_version: 2 }, revision)
    await expect.poll(() => ids('pelican')).toEqual(['a'])
  })

  it('searches without reading the database', async () => {
    await put('a', 'A.pdf', ['reserve'])
    await hitsFor('reserve')
    reads = 0
    expect((await hitsFor('reserve')).total).toBe(1)
    expect(reads).toBe(0)
    await api.ports.store.get('documents', 'a')
    expect(reads).toBe(1)
  })

  it.each(['', '   ', '?!', '%'])('refuses the query %j, which contains no word', async (q) => {
    const response = await api.request(`/api/search?q=${encodeURIComponent(q)}`, {
      headers: { authorization: `Bearer ${await api.tokenOf('member')}` },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'Please enter a word to search for.' })
  })
})
