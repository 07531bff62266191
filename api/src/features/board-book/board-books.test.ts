import { saveAgenda } from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import { activateSlots } from '@portal/contract/mappings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { withdrawVersion } from '@portal/contract/paper-versions'
import { mappingId } from '@portal/domain/ids'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { Refusal } from '../../refusal.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import {
  bookCalls,
  bookKeys,
  keepAgenda,
  keepPaper,
  keepQuarter,
  mapPaper,
  quarter,
  replacePaper,
} from './book-fixture.ts'

let api: TestApi
let blobs: BlobStore
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

/** Restarts the portal with some calls of its file storage replaced. */
async function reopen(calls: Partial<BlobStore>) {
  await api.close()
  blobs = memoryBlobStore()
  api = await testApi({ ports: { blobs: { ...blobs, ...calls } } })
}

const calls = (as?: Parameters<typeof bookCalls>[1]) => bookCalls(api, as)

describe('the shared book', () => {
  it('contains the agenda, its papers in order, and then the other papers, for everyone', async () => {
    await keepQuarter(api)
    expect(await calls().get()).toEqual({ state: 'none', earlier: [] })
    const [asked] = await Promise.all([calls().ask(), calls('staff').ask(), calls('admin').ask()])
    expect(asked).toMatchObject({ state: 'making', progress: { total: 2 } })
    await api.features.boardBooks.idle()
    const { state, book } = await calls().get()
    expect(state).toBe('ready')
    expect(book).toMatchObject({ number: 1, pages: 7 })
    expect(book!.parts).toEqual([
      { kind: 'cover', title: 'Cover', page: 1, pages: 1 },
      { kind: 'contents', title: 'Contents', page: 2, pages: 1 },
      { kind: 'agenda', title: 'Agenda', page: 3, pages: 1 },
      {
        kind: 'paper',
        title: 'Budget Update',
        page: 4,
        pages: 2,
        itemId: 'finance',
        materialType: 'budget-update',
        documentId: 'Budget',
        version: 1,
      },
      {
        kind: 'paper',
        title: 'Minutes of Q3',
        page: 6,
        pages: 2,
        materialType: 'consent-agenda',
        documentId: 'Minutes',
        version: 1,
      },
    ])
    const { text, annotations } = await calls().opened(book!.id)
    expect(await text(1)).toMatch(/Winter meeting.*December 10, 2026.*9:00 AM.*The library/)
    expect(await text(3)).toMatch(/Finance +20 min +Wei Chen +Budget Update, page 2 +5/)
    expect(await text(5)).toContain('Budget, page 2')
    expect(await annotations(3)).toHaveLength(1)
    // It is made once while nothing changes.
    expect((await calls('admin').made()).book).toEqual(book)
    expect(await bookKeys(api)).toEqual([`books/${book!.id}.pdf`])
    const { entries } = await api.call('admin')(listAudit, { query: { what: 'board book made' } })
    expect(entries).toMatchObject([{ subject: '2026-Q4', after: { number: 1, pages: 7 } }])
  })

  it('contains only what members see, even if an admin asks for it', async () => {
    await keepPaper(api, 'Budget')
    await keepPaper(api, 'Secret')
    await mapPaper(api, 'budget-update', { documentId: 'Budget' })
    await mapPaper(api, 'asset-summary', { documentId: 'Secret', active: false })
    await keepAgenda(api, { status: 'draft' })
    const { book } = await calls('admin').made()
    expect(book!.parts.map(({ title }) => title)).toEqual(['Cover', 'Contents', 'Budget Update'])
  })

  it('serves the whole file, byte ranges, and 304 if it hasn’t changed', async () => {
    await keepQuarter(api)
    const { book } = await calls().made()
    const { id, size, sha256 } = book!
    const whole = await calls().file(id)
    expect(whole.headers.get('content-type')).toBe('application/pdf')
    expect(whole.headers.get('content-disposition')).toContain('Winter meeting, board book 1.pdf')
    expect((await whole.arrayBuffer()).byteLength).toBe(size)
    const part = await calls().file(id, { range: 'bytes=0-4', 'if-range': `"${sha256}"` })
    expect([part.status, await part.text()]).toEqual([206, '%PDF-'])
    expect((await calls().file(id, { 'if-none-match': `"${sha256}"` })).status).toBe(304)
    expect((await calls().file('0'.repeat(64))).status).toBe(404)
  })

  it('becomes outdated when a paper has a new version, and is kept as an earlier book', async () => {
    await keepQuarter(api)
    const first = await calls().made()
    await replacePaper(api, 'Budget', { words: ['Budget, page 1', 'More', 'Budget, page 2'] })
    expect(await calls().get()).toMatchObject({ state: 'none', book: { number: 1 } })
    const { state, book, earlier } = await calls().made()
    expect([state, book!.number, book!.pages]).toEqual(['ready', 2, 8])
    expect(earlier).toEqual([first.book])
    expect((await calls().file(first.book!.id)).status).toBe(200)
  })

  it('stays up to date when items are marked as completed', async () => {
    await keepQuarter(api)
    await calls().made()
    const stored = await api.ports.store.get('agendas', '2026-Q4')
    const items = (stored!['items'] as object[]).map((item) => ({ ...item, completed: true }))
    await api.call('admin')(saveAgenda, {
      params: quarter,
      body: { items },
      revision: stored!.revision,
    })
    expect(await calls().get()).toMatchObject({ state: 'ready' })
  })

  it('isn’t sent any more once one of its slots is hidden', async () => {
    await keepQuarter(api)
    const { book } = await calls().made()
    const id = mappingId({ kind: 'meeting', ...quarter, materialType: 'budget-update' })
    const { revision } = (await api.ports.store.get('resource_mappings', id))!
    const hide = { body: { active: false, slots: [{ id, revision }] } }
    await api.call('admin')(activateSlots, hide)
    for (const as of ['member', 'admin'] as const) {
      expect((await calls(as).file(book!.id)).status).toBe(404)
      expect(await calls(as).get()).toEqual({ state: 'none', earlier: [] })
    }
    const next = await calls().made()
    expect(next.book!.parts.map(({ title }) => title)).not.toContain('Budget Update')
  })

  it('is made when the quarter is published', async () => {
    await keepQuarter(api)
    const admin = api.call('admin')
    const publish = async (state: 'preparation' | 'published') => {
      const { revision = 'new' } = await admin(getPublication, { params: quarter })
      return admin(setPublication, { params: quarter, body: { state }, revision })
    }
    await publish('preparation')
    await expect(calls().get()).rejects.toMatchObject({ code: 'notFound' })
    expect(await publish('published')).toMatchObject({ state: 'published' })
    await expect.poll(async () => (await calls().get()).state).toBe('ready')
    expect(await bookKeys(api)).toHaveLength(1)
  })

  it('doesn’t fail a publication that it can’t be made for', async () => {
    const admin = api.call('admin')
    const body = { state: 'preparation' } as const
    const { revision } = await admin(setPublication, { params: quarter, body, revision: 'new' })
    const published = {
      params: quarter,
      body: { state: 'published' } as const,
      revision: revision!,
    }
    expect(await admin(setPublication, published)).toMatchObject({ state: 'published' })
  })

  it('refuses a quarter with nothing to read', async () => {
    const sentence = 'There is nothing in Q4 2026 yet that a board book could be made of.'
    await expect(calls().get()).rejects.toMatchObject({ code: 'notFound', message: sentence })
    await expect(calls().ask()).rejects.toMatchObject({ code: 'notFound' })
  })

  it('keeps as many earlier books as the foundation keeps versions of a paper', async () => {
    await api.close()
    api = await testApi({ env: { KEPT_VERSIONS: '2' } })
    await keepQuarter(api)
    const titles = ['Spring', 'Summer', 'Autumn']
    const made = []
    for (const title of titles) {
      const { revision } = (await api.ports.store.get('agendas', '2026-Q4'))!
      await api.call('admin')(saveAgenda, { params: quarter, body: { title }, revision })
      made.push((await calls().made()).book!)
    }
    expect(made.map(({ number }) => number)).toEqual([1, 2, 3])
    expect((await calls().get()).earlier).toHaveLength(1)
    expect(await bookKeys(api)).toHaveLength(2)
    expect((await calls().file(made[0]!.id)).status).toBe(404)
  })
})

describe('a paper that can’t be copied', () => {
  it('gets a page that explains why and where it is, with a link if it is shown from another site', async () => {
    await mapPaper(api, 'airtable-data', { embedUrl: 'https://airtable.com/embed/x' })
    await keepPaper(api, 'Plan', { mime_type: 'text/plain', name: 'Plan.txt' })
    await mapPaper(api, 'asset-summary', { documentId: 'Plan', title: 'Our plan' })
    const { book } = await calls().made()
    expect(book!.parts.slice(2)).toMatchObject([
      { kind: 'placeholder', title: 'Our plan', page: 3, pages: 1 },
      { kind: 'placeholder', title: 'Meeting Data', page: 4, pages: 1 },
    ])
    const { text, annotations } = await calls().opened(book!.id)
    expect(await text(3)).toContain('“Plan.txt” isn’t a PDF')
    expect(await text(3)).toContain('In the portal: Meeting Materials › Q4 2026 › Our plan')
    const links = (await annotations(3)).filter(({ subtype }) => subtype === 'Link')
    expect(links).toEqual([])
    expect(await annotations(4)).toContainEqual(
      expect.objectContaining({ url: 'https://airtable.com/embed/x' }),
    )
  })

  it('gets a page that links to it in the portal, if the portal knows its own address', async () => {
    await api.close()
    api = await testApi({ env: { PUBLIC_URL: 'https://board.example.org' } })
    await keepPaper(api, 'Plan 1', { mime_type: 'text/plain', name: 'Plan.txt' })
    await mapPaper(api, 'asset-summary', { documentId: 'Plan 1' })
    await keepPaper(api, 'Locked', { password: 'quiet-orchard' })
    await mapPaper(api, 'budget-update', { documentId: 'Locked' })
    const { book } = await calls().made()
    const { text, annotations } = await calls().opened(book!.id)
    expect(await text(4)).toContain('protected with a password')
    for (const [page, id] of [
      [3, 'Plan%201'],
      [4, 'Locked'],
    ] as const) {
      const url = `https://board.example.org/resources/view/${id}`
      expect(await annotations(page)).toContainEqual(expect.objectContaining({ url }))
    }
  })

  it('gets a page that says it is damaged if its file is altered', async () => {
    await keepQuarter(api)
    const { sha256 } = (await api.ports.store.get('documents', 'Budget')) as unknown as {
      sha256: string
    }
    await api.ports.blobs.put(`originals/${sha256}`, Buffer.from('other bytes'))
    const { state, book } = await calls().made()
    expect(state).toBe('ready')
    expect(book!.parts[3]).toMatchObject({ kind: 'placeholder', title: 'Budget Update', pages: 1 })
    expect(book!.parts[3]!.reason).toContain('is damaged')
    expect(book!.parts[4]).toMatchObject({ kind: 'paper', page: 5 })
  })
})

describe('a withdrawn version', () => {
  const withdraw = () =>
    api.call('admin')(withdrawVersion, {
      params: { id: 'Budget', number: 1 },
      body: { reason: 'Sent by mistake' },
    })

  it('deletes every book that contains it', async () => {
    await keepQuarter(api)
    const { book } = await calls().made()
    await calls().made({ changes: false, notes: false })
    await withdraw()
    expect(await bookKeys(api)).toEqual([])
    expect((await calls().file(book!.id)).status).toBe(404)
    const after = await calls().made()
    expect(after.book).toMatchObject({ number: 2 })
    expect(after.book!.parts[3]).toMatchObject({
      kind: 'placeholder',
      reason: 'This paper was withdrawn.',
    })
  })

  it('never enters a book that is being made at that moment', async () => {
    await reopen({
      async put(key, bytes) {
        const isFirst = key.startsWith('books/') && (await bookKeys(api)).length === 0
        await blobs.put(key, bytes)
        if (isFirst) await withdraw()
      },
    })
    await keepQuarter(api)
    const { state, book } = await calls().made()
    expect([state, book!.number]).toEqual(['ready', 1])
    expect(book!.parts[3]).toMatchObject({ kind: 'placeholder' })
    expect(await bookKeys(api)).toEqual([`books/${book!.id}.pdf`])
  })
})

it('gives the reason why a book could not be made, and makes it on the next request', async () => {
  let isFull = true
  await reopen({
    async put(key, bytes) {
      if (isFull && key.startsWith('books/')) throw new Refusal('storageFull', 'No space is left.')
      await blobs.put(key, bytes)
    },
  })
  await keepQuarter(api)
  expect(await calls().made()).toEqual({
    state: 'failed',
    reason:
      'The server’s storage is full. Nothing was lost. Free some space and make the book again.',
    earlier: [],
  })
  isFull = false
  expect(await calls().made()).toMatchObject({ state: 'ready', book: { number: 1 } })
})
