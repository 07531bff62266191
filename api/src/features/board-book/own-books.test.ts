import { randomUUID } from 'node:crypto'
import { takeBoardBook } from '@portal/contract/board-books'
import { eraseNotes, saveNotes } from '@portal/contract/notes'
import type { NoteTarget } from '@portal/contract/note-target'
import { saveNotesPolicy } from '@portal/contract/notes-policy'
import { eraseReading, setReading } from '@portal/contract/reading'
import { deleteUser } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { savedNote } from '../notes/notes-fixture.ts'
import { samplePdf } from '../sync/sync-fixtures.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import {
  bookCalls,
  bookKeys,
  keepPaper,
  keepQuarter,
  mapPaper,
  quarter,
  replacePaper,
} from './book-fixture.ts'
import { deleteOldBooks } from './stored-books.ts'

let api: TestApi
let at: Date
beforeEach(async () => {
  at = new Date('2026-11-20T10:00:00Z')
  api = await testApi({ now: () => at })
  await keepQuarter(api)
})
afterEach(() => api.close())

const calls = (as?: Parameters<typeof bookCalls>[1]) => bookCalls(api, as)

/** Selects `Budget` on the second page. */
const target: NoteTarget = {
  version: 1,
  selector: [
    {
      type: 'FragmentSelector',
      conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
      value: 'page=2',
    },
    { type: 'TextQuoteSelector', exact: 'Budget', prefix: '', suffix: ', page 2' },
    { type: 'TextPositionSelector', start: 0, end: 6 },
  ],
}

async function keepNote(text: string) {
  const note = { ...savedNote(1), id: randomUUID(), text, target }
  const body = { documentId: 'Budget', erasures: 0, notes: [note], removed: [] }
  await api.call('member')(saveNotes, { body })
}

async function takeCopy(as: 'member' | 'staff' = 'member') {
  const { book } = await calls(as).made()
  return api.call(as)(takeBoardBook, { params: quarter, body: { id: book!.id } })
}

describe('a book with notes', () => {
  it('contains the caller’s notes as annotations in place, and stays private', async () => {
    await keepNote('Ask María')
    const before = await api.ports.store.list('audit')
    const { state, book, earlier } = await calls().made({ notes: true })
    expect([state, earlier]).toEqual(['ready', []])
    expect(book).not.toHaveProperty('number')
    const { text, annotations } = await calls().opened(book!.id)
    expect(await text(1)).toContain('With the notes of Maria Lopez.')
    expect(await annotations(5)).toContainEqual(
      expect.objectContaining({
        subtype: 'Highlight',
        contentsObj: expect.objectContaining({ str: 'Ask María' }),
      }),
    )
    // It is sent to nobody else, and neither logged nor audited.
    for (const as of ['staff', 'admin'] as const) {
      expect((await calls(as).file(book!.id)).status).toBe(404)
      expect(await calls(as).get({ notes: true })).not.toHaveProperty('book')
    }
    await api.stop()
    expect(await api.ports.store.list('audit')).toEqual(before)
    const { documents } = await api.ports.store.list('audit_access')
    expect(documents.filter(({ what }) => what === 'board book downloaded')).toEqual([])
    expect(api.logged.filter((line) => /María|uid-maria/.test(line))).toEqual([])
  })

  it('gets a new id once a note has been added, and disappears when the notes are erased', async () => {
    await keepNote('First')
    const { book } = await calls().made({ notes: true })
    await keepNote('Second')
    expect(await calls().get({ notes: true })).toMatchObject({ state: 'none' })
    const next = await calls().made({ notes: true })
    expect(next.book!.id).not.toBe(book!.id)
    expect(await bookKeys(api)).toEqual([`books/${next.book!.id}.pdf`])
    await api.call('member')(eraseNotes, {})
    expect(await bookKeys(api)).toEqual([])
    expect((await calls().file(next.book!.id)).status).toBe(404)
  })

  it('disappears when the foundation’s policy destroys the notes, and no other person’s does', async () => {
    await keepNote('Ask María')
    const { book } = await calls().made({ notes: true })
    const { book: other } = await calls('staff').made({ notes: true })
    await api.call('admin')(saveNotesPolicy, { body: { days: 30, holds: [] }, revision: 'new' })
    // The meeting is on December 10.
    at = new Date('2027-01-20T10:00:00Z')
    await api.features.notes.destruction.run()
    expect((await calls().file(book!.id)).status).toBe(404)
    expect(await bookKeys(api)).toEqual([`books/${other!.id}.pdf`])
    expect(await api.ports.store.get('note_destruction', 'state')).toMatchObject({ owners: [] })
  })

  it('disappears when the account is deleted', async () => {
    await keepNote('Ask María')
    await takeCopy()
    await calls().made({ notes: true })
    await api.call('admin')(deleteUser, { params: { uid: uidOf(testPeople.member) } })
    expect(await bookKeys(api)).toHaveLength(1)
    for (const collection of ['board_books', 'taken_books']) {
      const { documents } = await api.ports.store.list(collection)
      expect(documents.filter(({ id }) => id.startsWith(uidOf(testPeople.member)))).toEqual([])
    }
  })

  it('expires after a day', async () => {
    await keepNote('Ask María')
    const { book } = await calls().made({ notes: true })
    const { book: shared } = await calls().made()
    const parts = { ...api.ports, now: () => at }
    at = new Date('2026-11-21T09:59:00Z')
    await deleteOldBooks(parts)
    expect((await calls().file(book!.id)).status).toBe(200)
    at = new Date('2026-11-21T10:00:00Z')
    await deleteOldBooks(parts)
    expect((await calls().file(book!.id)).status).toBe(404)
    expect(await bookKeys(api)).toEqual([`books/${shared!.id}.pdf`])
  })
})

describe('a book of what changed', () => {
  it('requires a copy to compare with', async () => {
    const sentence =
      'You have no copy of the board book of Q4 2026 yet, so nothing can be compared with it.'
    await expect(calls().ask({ changes: true })).rejects.toMatchObject({
      code: 'notFound',
      message: sentence,
    })
  })

  it('shows that nothing has changed', async () => {
    await takeCopy()
    const { book } = await calls().made({ changes: true })
    expect(book!.parts.map(({ kind }) => kind)).toEqual(['cover', 'contents', 'agenda'])
    const { text } = await calls().opened(book!.id)
    expect(await text(1)).toContain('Nothing has changed since board book 1.')
    expect(await text(2)).toMatch(/Unchanged, and not in this book.*Budget Update.*Minutes of Q3/)
  })

  it('contains the changed pages of a paper, and new papers in full', async () => {
    await takeCopy()
    const words = ['Budget, page 1', 'An entirely different second page about reserves']
    await replacePaper(api, 'Budget', { words })
    await keepPaper(api, 'Forecast')
    await mapPaper(api, 'cash-flow-summary', { documentId: 'Forecast' })
    const { book } = await calls().made({ changes: true })
    expect(book!.parts.slice(3)).toMatchObject([
      { title: 'Budget Update', page: 4, pages: 1, version: 2 },
      { title: 'Cash Flow Summary', page: 5, pages: 2 },
    ])
    const { text, annotations } = await calls().opened(book!.id)
    expect(await annotations(4)).toContainEqual(
      expect.objectContaining({
        subtype: 'Text',
        titleObj: expect.objectContaining({ str: 'What changed' }),
        contentsObj: expect.objectContaining({ str: 'This page is new.' }),
      }),
    )
    expect((await annotations(5)).map(({ subtype }) => subtype)).toEqual(['Stamp'])
    expect(await text(1)).toContain('Only what has changed since board book 1.')
    expect(await text(2)).toMatch(/Changed since your copy: .*New since your copy.*Minutes of Q3/)
    expect(await text(4)).toContain('different second page')
  })

  it('marks the words that changed, with the words before', async () => {
    const before = 'The reserve grows by ninety thousand dollars in the next year.'
    await replacePaper(api, 'Budget', { words: [before] })
    await takeCopy()
    const words = [before.replace('ninety', 'eighty')]
    await replacePaper(api, 'Budget', { words, version: 3 })
    const { book } = await calls().made({ changes: true })
    const { annotations } = await calls().opened(book!.id)
    expect((await annotations(4))[0]).toMatchObject({
      subtype: 'Highlight',
      titleObj: { str: 'What changed' },
      contentsObj: { str: 'Changed from: “ninety”' },
    })
  })

  it('contains a page with the same words that looks different', async () => {
    await takeCopy()
    const create = { width: 9, height: 9, channels: 3 as const, background: 'teal' }
    const picture = await sharp({ create }).png().toBuffer()
    const pages = await samplePdf({ pages: 2, text: 'Budget', picture })
    await replacePaper(api, 'Budget', { words: ['Budget, page 1', 'Budget, page 2'], pages })
    const { book } = await calls().made({ changes: true })
    expect(book!.parts.slice(3)).toMatchObject([{ title: 'Budget Update', pages: 2, version: 2 }])
    const { text } = await calls().opened(book!.id)
    expect(await text(2)).toContain('Changed since your copy: pages 1 and 2 look different')
  })

  it('doesn’t count what can’t be compared as changed, and counts the papers that are gone', async () => {
    await takeCopy()
    await mapPaper(api, 'airtable-data', { embedUrl: 'https://airtable.com/embed/x' })
    const { documents } = await api.ports.store.list('resource_mappings')
    const minutes = documents.find(({ id }) => id.endsWith('consent-agenda'))!
    await api.ports.store.delete('resource_mappings', minutes.id)
    const { book } = await calls().made({ changes: true })
    expect(book!.parts.map(({ kind }) => kind)).toEqual(['cover', 'contents', 'agenda'])
    const { text } = await calls().opened(book!.id)
    expect(await text(1)).toContain('1 paper of that book is no longer in it.')
    expect(await text(2)).toMatch(
      /Unchanged, and not in this book +Budget Update.*Not compared, and not in this book +Meeting Data/,
    )
  })

  it('doesn’t list a paper that was typeset again as unchanged', async () => {
    await takeCopy()
    await replacePaper(api, 'Budget', { words: ['Budget, page 1', 'Budget, page 2'] })
    const { book } = await calls().made({ changes: true })
    const { text } = await calls().opened(book!.id)
    expect(await text(1)).toContain('No words have changed since board book 1.')
    expect(await text(2)).toMatch(
      /Unchanged, and not in this book.*Minutes of Q3.*The same words, and not in this book.*Budget Update/,
    )
  })

  it('contains the whole paper if the version in the copy is no longer kept', async () => {
    await takeCopy()
    await replacePaper(api, 'Budget', { words: ['One', 'Two', 'Three'] })
    const { id } = (await api.ports.store.list('paper_versions')).documents[0]!
    await api.ports.store.delete('paper_versions', id)
    const { book } = await calls().made({ changes: true })
    expect(book!.parts[3]).toMatchObject({ title: 'Budget Update', pages: 3 })
    const { text } = await calls().opened(book!.id)
    expect(await text(2)).toContain('Another version than in your copy')
  })
})

describe('a copy', () => {
  it('belongs to the caller alone, and disappears when what they read is erased', async () => {
    expect(await takeCopy()).toMatchObject({ copy: { number: 1, takenAt: at.toISOString() } })
    expect(await calls('staff').get()).not.toHaveProperty('copy')
    await calls().made({ changes: true })
    await api.call('member')(eraseReading, {})
    expect(await calls().get()).not.toHaveProperty('copy')
    expect(await bookKeys(api)).toHaveLength(1)
  })

  it('isn’t recorded for a person who has switched off keeping what they read', async () => {
    await api.call('member')(setReading, { body: { isOn: false } })
    expect(await takeCopy()).not.toHaveProperty('copy')
  })

  it('requires a book that is still kept', async () => {
    const body = { id: '0'.repeat(64) }
    const taking = api.call('member')(takeBoardBook, { params: quarter, body })
    await expect(taking).rejects.toMatchObject({ code: 'notFound' })
  })
})
