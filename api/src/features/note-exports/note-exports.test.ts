import { createHash, randomUUID } from 'node:crypto'
import { getNotesList, getPaperWithNotes } from '@portal/contract/note-exports'
import { type SavedNote, saveNotes } from '@portal/contract/notes'
import type { NoteSelector } from '@portal/contract/note-target'
import { pathOf } from '@portal/domain/path-of'
import { getDocument as openPdf, OPS } from 'unpdf/pdfjs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { originalKey, textKey } from '../documents/synced-documents-service.ts'
import { samplePdf } from '../sync/sync-fixtures.ts'
import { testApi, type TestApi, type TestPersonName } from '../../testing/test-api.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

/** Stores a paper of two pages with the words `Minutes, page 1`. */
async function keepPaper(id: string, bytes?: Uint8Array, other: { mime_type?: string } = {}) {
  const content = bytes ?? (await samplePdf({ pages: 2 }))
  const sha256 = createHash('sha256').update(content).digest('hex')
  await api.putPaper(id, { sha256, name: `${id}.pdf`, pages: 2, text: 'made', ...other })
  await api.ports.blobs.put(originalKey(sha256), content)
  const text = ['Minutes, page 1', 'Minutes, page 2']
  await api.ports.blobs.put(textKey(sha256), Buffer.from(JSON.stringify(text)))
}

const page: NoteSelector = {
  type: 'FragmentSelector',
  conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
  value: 'page=2',
}
const words: NoteSelector[] = [
  page,
  { type: 'TextQuoteSelector', exact: 'Minutes', prefix: '', suffix: ', page 2' },
  { type: 'TextPositionSelector', start: 0, end: 7 },
]

async function keepNote(documentId: string, other: Partial<SavedNote> = {}) {
  const target = { version: 1, selector: words }
  const createdAt = '2026-11-03T08:00:00Z'
  const note = {
    id: randomUUID(),
    createdAt,
    color: 'yellow',
    text: 'Ask María',
    target,
    ...other,
  } as const
  const body = { documentId, erasures: 0, notes: [note], removed: [] }
  await api.call('member')(saveNotes, { body })
}

async function fileOf(path: string, as: TestPersonName = 'member') {
  const headers = { authorization: `Bearer ${await api.tokenOf(as)}` }
  return api.request(path, { headers })
}

const copyOf = (id: string, as?: TestPersonName) =>
  fileOf(pathOf(getPaperWithNotes.path, { id }), as)

async function opened(response: Response) {
  const data = new Uint8Array(await response.arrayBuffer())
  return openPdf({ data, verbosity: 0 }).promise
}

describe('a copy of a paper', () => {
  it('contains the caller’s notes as annotations, and isn’t cached', async () => {
    await keepPaper('budget')
    await keepNote('budget')
    const response = await copyOf('budget')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toContain('budget with my notes.pdf')
    const document = await opened(response)
    const annotations = await (await document.getPage(2)).getAnnotations()
    expect(annotations).toContainEqual(
      expect.objectContaining({
        subtype: 'Highlight',
        contentsObj: expect.objectContaining({ str: 'Ask María' }),
        titleObj: expect.objectContaining({ str: 'Maria Lopez' }),
      }),
    )
  })

  it('contains nobody else’s notes', async () => {
    await keepPaper('budget')
    await keepNote('budget')
    for (const as of ['staff', 'admin'] as const) {
      const response = await copyOf('budget', as)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: 'You have no notes on “budget.pdf”.' })
    }
  })

  it.each([
    {
      what: 'a paper with a password',
      bytes: () => samplePdf({ userPassword: 'secret' }),
      error: '“odd.pdf” is protected with a password, so notes can’t be written into a copy.',
    },
    {
      what: 'a damaged paper',
      bytes: async () => Buffer.from('%PDF-1.7 and no more'),
      error: '“odd.pdf” is damaged, so notes can’t be written into a copy.',
    },
    {
      what: 'another file',
      bytes: async () => Buffer.from('words'),
      mime: 'text/plain',
      error: '“odd.pdf” isn’t a PDF.',
    },
  ])('refuses $what, and offers the list instead', async ({ bytes, mime, error }) => {
    await keepPaper('odd', await bytes(), mime === undefined ? {} : { mime_type: mime })
    await keepNote('odd')
    const response = await copyOf('odd')
    expect(response.status).toBe(409)
    const sentence = `${error} Your notes can be saved as a list instead.`
    expect(await response.json()).toMatchObject({ error: sentence })
  })
})

describe('the list', () => {
  const textOf = async (response: Response) => {
    const document = await opened(response)
    const { items } = await (await document.getPage(1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  }

  it('contains the notes on all papers, or on one', async () => {
    await keepPaper('budget')
    await keepPaper('docket')
    await keepNote('budget', { text: 'First' })
    await keepNote('docket', { text: 'Second' })
    const all = await textOf(await fileOf(getNotesList.path))
    for (const part of ['budget', 'First', 'docket', 'Second']) expect(all).toContain(part)
    const onePaper = await textOf(await fileOf(`${getNotesList.path}?documentId=docket`))
    expect(onePaper).toContain('Second')
    expect(onePaper).not.toContain('First')
  })

  it('shows areas and drawings with their part of the page', async () => {
    await keepPaper('budget')
    const area: NoteSelector = {
      type: 'FragmentSelector',
      conformsTo: 'http://www.w3.org/TR/media-frags/',
      value: 'xywh=percent:10,5,50,10',
    }
    const drawing: NoteSelector = {
      type: 'SvgSelector',
      value: '<svg viewBox="0 0 100 100"><path d="M20 20L40 30"/></svg>',
    }
    await keepNote('budget', { target: { version: 1, selector: [page, area] } })
    await keepNote('budget', { target: { version: 1, selector: [page, drawing] } })
    const document = await opened(await fileOf(getNotesList.path))
    const { fnArray } = await (await document.getPage(1)).getOperatorList()
    expect(fnArray.filter((operation) => operation === OPS.paintImageXObject)).toHaveLength(2)
  })

  it('lists only the caller’s own notes, and says when there are none', async () => {
    await keepPaper('budget')
    await keepNote('budget')
    const text = await textOf(await fileOf(getNotesList.path, 'admin'))
    expect(text).toContain('No notes')
    expect(text).not.toContain('budget')
  })
})

it('leaves no trace of notes in the audit, the access log or the log', async () => {
  await keepPaper('budget')
  await keepNote('budget')
  const before = await api.ports.store.list('audit')
  await copyOf('budget')
  await fileOf(getNotesList.path)
  await api.stop()
  expect(await api.ports.store.list('audit')).toEqual(before)
  expect(api.logged.filter((line) => /budget|María/.test(line))).toEqual([])
})
