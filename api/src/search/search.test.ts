import { search } from '@portal/contract/search'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import type { BlobStore } from '../documents/blob-store.ts'
import { textKey } from '../documents/synced-documents-service.ts'
import { storedPaper } from '../documents/stored-paper-fixture.ts'
import { silentLog } from '../log.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { type TestApi, testApi } from '../testing.ts'
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
/** A thread takes long to start on a busy machine. */
beforeEach(() => void (count = 0))
const ada = {
  uid: 'ada',
  email: 'ada@larkspur.example',
  isAdmin: false,
  canManageUsers: false,
  editsAgendas: false,
}

/** A synced paper with these pages; without any it has no text. */
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

/** What is found once everything has been read in. */
async function found(q: string, limit?: number) {
  const query = { q, ...(limit === undefined ? {} : { limit }) }
  const ask = () => api.call('member')(search, { query })
  await expect.poll(async () => (await ask()).complete).toBe(true)
  return ask()
}
const ids = async (q: string) => (await found(q)).hits.map(({ id }) => id)

describe('the search', () => {
  it('finds a page by its words, and says which and where', async () => {
    await put('budget', 'Budget Update.pdf', [
      'The first page speaks of other things.',
      'The endowment returned 6.2 percent, and the grants budget rises to 1,250,000 dollars.',
    ])
    await put('bylaws', 'Bylaws.pdf', ['Officers are elected every year.'])
    const { hits, total, complete } = await found('grants 1250000')
    expect({ total, complete }).toEqual({ total: 1, complete: true })
    expect(hits).toMatchObject([
      { id: 'budget', name: 'Budget Update.pdf', title: 'Budget Update', path: '2026/Q4', page: 2 },
    ])
    const { text, marks } = hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['grants', '1,250,000'])
  })

  it('finds a document without text by its name and its folder, and names no page', async () => {
    await put('sheet', 'Spend-down Model.xlsx', [], '2026/Q4/Models')
    expect((await found('spend model')).hits).toEqual([
      {
        id: 'sheet',
        name: 'Spend-down Model.xlsx',
        title: 'Spend-down Model',
        path: '2026/Q4/Models',
        pages: 0,
      },
    ])
    expect(await ids('xlsx')).toEqual(['sheet'])
    expect(await ids('2026 models')).toEqual(['sheet'])
  })

  it('takes the beginning of a word, a near miss, and any case and accent', async () => {
    await put('minutes', 'Minutes.pdf', ['Señora Núñez presented the conservation easements.'])
    for (const q of ['conserv', 'conservaton', 'NUNEZ', 'núñez', 'senora easements']) {
      expect(await ids(q), q).toEqual(['minutes'])
    }
  })

  it('puts the name before the text, and the better page before the weaker one', async () => {
    await put('mention', 'Minutes.pdf', [
      'We spoke of the travel policy and of forty other things.',
    ])
    await put('policy', 'Travel Policy.pdf', ['Who flies, how, and who pays.'])
    expect(await ids('travel policy')).toEqual(['policy', 'mention'])
  })

  it('asks for every word where it can, for as many as there are where it can’t', async () => {
    await put('both', 'One.pdf', ['audit committee'])
    await put('half', 'Two.pdf', ['audit alone'])
    expect(await ids('audit committee')).toEqual(['both'])
    expect(await ids('audit zeppelin')).toHaveLength(2)
    expect(await ids('zeppelin')).toEqual([])
  })

  it('gives one hit a document, with how many of its pages fit, up to the limit', async () => {
    await put('a', 'A.pdf', ['reserve', 'nothing', 'reserve and more of it'])
    await put('b', 'B.pdf', ['reserve'])
    const all = await found('reserve')
    expect(all.hits.find(({ id }) => id === 'a')).toMatchObject({ page: 1, pages: 2 })
    const one = await found('reserve', 1)
    expect([one.hits.length, one.total]).toEqual([1, 2])
  })

  it('follows what is added, changed, renamed and removed', async () => {
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

  it('gives plain text, whatever a page says of markup', async () => {
    const said = 'Write <b onclick="x">grant</b> & <mark>grant</mark> in brackets'
    await put('odd', 'Odd.pdf', [said])
    const { text, marks } = (await found('grant')).hits[0]!.snippet!
    expect(text).toBe(said)
    expect(marks).toHaveLength(2)
  })

  it('answers with what it has while a text can’t be read, and reads it later', async () => {
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
    const service = createSearchService({ store, blobs: broken, log: silentLog, rest: 50 })
    const ask = (q: string) => service.find(ada, q, 10)
    await expect.poll(async () => (await ask('albatross')).total).toBe(1)
    expect(await ask('pelican')).toMatchObject({ total: 0, complete: false })
    isDown = false
    await expect.poll(async () => (await ask('pelican')).total).toBe(1)
    await service.stop()
  })

  it('finds a document by its name when its text is damaged', async () => {
    await put('a', 'Albatross.pdf', ['pelican'])
    const { documents } = await api.ports.store.list('documents')
    await api.ports.blobs.put(textKey(String(documents[0]!['sha256'])), new Uint8Array([0x5b]))
    expect(await ids('albatross')).toEqual(['a'])
    expect(await ids('pelican')).toEqual([])
  })

  it('reads nothing from the database for a question', async () => {
    await put('a', 'A.pdf', ['reserve'])
    await found('reserve')
    reads = 0
    expect((await found('reserve')).total).toBe(1)
    expect(reads).toBe(0)
    await api.ports.store.get('documents', 'a')
    expect(reads).toBe(1)
  })

  it.each(['', '   ', '?!', '%'])(
    'refuses %j, which has no word in it, in one sentence',
    async (q) => {
      const response = await api.request(`/api/search?q=${encodeURIComponent(q)}`, {
        headers: { authorization: `Bearer ${await api.tokenOf('member')}` },
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: 'Please enter a word to search for.' })
    },
  )
})
