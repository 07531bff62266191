import { randomUUID } from 'node:crypto'
import { getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { getBoardBook, getBoardBookFile, makeBoardBook } from '@portal/contract/board-books'
import { listAudit } from '@portal/contract/audit'
import { addTerms, saveBody } from '@portal/contract/bodies'
import { getDocument } from '@portal/contract/documents'
import { getMapping, listMappings, saveMapping } from '@portal/contract/mappings'
import { createMeeting } from '@portal/contract/new-meetings'
import { getNotesList } from '@portal/contract/note-exports'
import { listNotes, saveNotes } from '@portal/contract/notes'
import { saveNotesPolicy } from '@portal/contract/notes-policy'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { getReading, reportReading } from '@portal/contract/reading'
import { searchEverything } from '@portal/contract/search-everything'
import { ofMeeting } from '@portal/contract/twins'
import { subjectInWords } from '@portal/domain/audit-words'
import { undoChanges } from '@portal/contract/undo'
import { pathOf } from '@portal/domain/path-of'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepPaper, openedBook } from '../features/board-book/book-fixture.ts'
import { filesInZip, saveArchive } from '../features/portal-exports/exports-fixture.ts'
import { savedNote, saveOf } from '../features/notes/notes-fixture.ts'
import { temporaryFolder } from '../platform/files/temporary-folder.ts'
import { join } from 'node:path'
import { testApi, type TestApi, testPeople, uidOf } from './test-api.ts'

/** A meeting of the Finance Committee from nothing to the destruction of its notes, step by step. */

let api: TestApi
let time = Date.parse('2026-11-02T20:00:00Z')
beforeAll(async () => {
  api = await testApi({ now: () => new Date((time += 1)) })
  const account = uidOf(testPeople.member)
  const entry = { name: 'Maria Lopez', role: 'Trustee', type: 'board', account }
  await api.ports.store.create('directory', 'maria', entry)
  await keepPaper(api, 'Forecast', { source: 'upload' })
})
afterAll(() => api.close())

const admin = () => api.call('admin')
/** A member of the committee. */
const member = () => api.call('member')
/** A member of the board alone. */
const outsider = () => api.call('staff')

const meeting = '2026-11-12-finance'
const name = 'Finance Committee, 12 November 2026'
const params = { meeting }
const paper = `meeting-${meeting}--k1`
const refusal = { status: 404 }

it('is created, with an agenda and a paper, and is hidden until it is published', async () => {
  await admin()(saveBody, {
    params: { id: 'finance' },
    body: { name: 'Finance Committee' },
    revision: 'new',
  })
  const term = { person: 'maria', body: 'finance', office: 'member', voting: true } as const
  await admin()(addTerms, { body: { terms: [{ ...term, from: '2026-01-01' }] } })
  const created = await admin()(createMeeting, {
    body: {
      key: randomUUID(),
      body: 'finance',
      kind: 'committee',
      title: 'Finance Committee',
      date: '2026-11-12',
    },
  })
  expect(created.id).toBe(meeting)
  await admin()(saveMapping, {
    params: { id: paper },
    body: { documentId: 'Forecast', title: 'Forecast of the year' },
    revision: 'new',
  })
  const items = [{ id: 'year', title: 'The year', papers: [{ materialType: 'k1', pages: '2' }] }]
  const agenda = await admin()(ofMeeting(saveAgenda), {
    params,
    body: { items },
    revision: created.revision,
  })
  await admin()(ofMeeting(setAgendaStatus), {
    params,
    body: { status: 'published' },
    revision: agenda.revision,
  })
  await expect(member()(ofMeeting(getAgenda), { params })).rejects.toMatchObject(refusal)
  await expect(member()(ofMeeting(getBoardBook), { params, query: {} })).rejects.toMatchObject(
    refusal,
  )
  expect(await member()(listMappings, { query: params })).toEqual({})
})

it('is read by the committee’s members once it is published, and by nobody else', async () => {
  const { revision = 'new' } = await admin()(ofMeeting(getPublication), { params })
  await admin()(ofMeeting(setPublication), { params, body: { state: 'published' }, revision })
  const agenda = await member()(ofMeeting(getAgenda), { params })
  expect(agenda.items[0]!.papers).toEqual([{ materialType: 'k1', pages: '2' }])
  expect(Object.keys(await member()(listMappings, { query: params }))).toEqual([paper])
  const id = { params: { id: 'Forecast' } }
  expect(await member()(getDocument, id)).toMatchObject({ id: 'Forecast' })

  await expect(outsider()(ofMeeting(getAgenda), { params })).rejects.toMatchObject(refusal)
  await expect(outsider()(getDocument, id)).rejects.toMatchObject(refusal)
  expect(await outsider()(listMappings, { query: params })).toEqual({})
  const query = { meeting }
  expect((await outsider()(getReading, { query })).papers).toEqual([])
})

it('is found by its meeting and its body', async () => {
  const find = async (as: typeof member, query: object) => {
    const ask = () => as()(searchEverything, { query: { q: 'year', ...query } })
    await expect.poll(async () => (await ask()).complete).toBe(true)
    return (await ask()).found
  }
  for (const query of [{ meeting }, { body: 'finance' }, {}]) {
    expect(await find(member, query)).toMatchObject([
      { kind: 'agendaItem', id: 'year', meeting: { id: meeting, name } },
    ])
    expect(await find(outsider, query)).toEqual([])
  }
})

it('has a board book, which the committee shares', async () => {
  const book = { params, query: {} }
  await expect(outsider()(ofMeeting(makeBoardBook), { params, body: {} })).rejects.toMatchObject(
    refusal,
  )
  // Publishing has started to make it, in the background.
  const stateOf = async () => (await member()(ofMeeting(getBoardBook), book)).state
  await expect.poll(stateOf).toBe('ready')
  const { state, book: made } = await member()(ofMeeting(getBoardBook), book)
  expect(state).toBe('ready')
  expect(made!.parts.at(-1)).toMatchObject({
    title: 'Forecast of the year',
    materialType: 'k1',
    itemId: 'year',
    pages: 2,
  })
  const fileOf = async (as: 'member' | 'staff' | 'admin') => {
    const path = pathOf(ofMeeting(getBoardBookFile).path, { meeting, id: made!.id })
    const headers = { authorization: `Bearer ${await api.tokenOf(as)}` }
    return api.request(path, { headers })
  }
  const file = await fileOf('member')
  expect(file.status).toBe(200)
  expect(file.headers.get('content-disposition')).toContain(
    'Finance Committee, 12 November 2026, board book 1.pdf',
  )
  expect((await fileOf('staff')).status).toBe(404)
  // The admin isn't in the committee, and gets the same book.
  const { book: shared } = await admin()(ofMeeting(getBoardBook), book)
  expect(shared!.id).toBe(made!.id)
  expect((await fileOf('admin')).status).toBe(200)
})

it('has notes and reading by its meeting', async () => {
  const notes = [savedNote(1, { text: 'Ask Wei', createdAt: '2026-11-02T21:00:00Z' })]
  await member()(saveNotes, { body: { ...saveOf(), documentId: 'Forecast', notes } })
  const listed = await member()(listNotes, { query: {} })
  expect(listed.notes).toMatchObject([
    { title: 'Forecast of the year', quarters: [], meetings: [{ id: meeting, name }] },
  ])
  const read = { documentId: 'Forecast', version: 1, pages: [], isRead: true }
  await member()(reportReading, { body: { papers: [read] } })
  const { papers } = await member()(getReading, { query: { meeting } })
  expect(papers).toMatchObject([{ documentId: 'Forecast', isRead: true }])
})

it('is the heading of its notes in the list of a member’s notes', async () => {
  const headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
  const list = await api.request(getNotesList.path, { headers })
  const { text } = await openedBook(new Uint8Array(await list.arrayBuffer()))
  expect(await text(1)).toMatch(
    /Finance Committee, 12 November 2026.*Forecast of the year.*Ask Wei/,
  )
})

it('has its paper renamed, and the change undone', async () => {
  const papers = async () => (await member()(listMappings, { query: params }))[paper]!
  const { revision } = await admin()(getMapping, { params: { id: paper } })
  await admin()(saveMapping, { params: { id: paper }, body: { title: 'Draft' }, revision })
  expect(await papers()).toMatchObject({ title: 'Draft' })
  const changes = [{ subject: paper, what: 'mapping saved' }]
  await admin()(undoChanges, { body: { changes } })
  expect(await papers()).toMatchObject({ title: 'Forecast of the year' })
})

it('has a folder and a page of its own in an export', async () => {
  const files = await filesInZip(await saveArchive(api, join(temporaryFolder(), 'export.zip')))
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      'papers/2026-11-12 Finance Committee/Forecast (version 1).pdf',
      `agendas/${meeting}.html`,
    ]),
  )
  const index = String(files.get('index.html'))
  expect(index).toContain(`>${name}</h2>`)
  expect(index).toContain('Forecast of the year')
  expect(String(files.get(`agendas/${meeting}.html`))).toContain('Forecast of the year')
})

it('is named in the audit', async () => {
  const { entries } = await admin()(listAudit, { query: { limit: 100 } })
  const recorded = ['meeting created', 'mapping saved', 'quarter published', 'board book made']
  for (const what of recorded) {
    const entry = entries.find((each) => each.what === what && subjectInWords(each).includes(name))
    expect([what, entry !== undefined]).toEqual([what, true])
  }
})

it('loses its notes on the day of the foundation’s rule', async () => {
  await admin()(saveNotesPolicy, { body: { days: 30, holds: [] }, revision: 'new' })
  const [note] = (await member()(listNotes, { query: {} })).notes
  expect(note).toMatchObject({ destroyedOn: '2026-12-12' })
  time = Date.parse('2026-12-12T20:00:00Z')
  await api.features.notes.destruction.run()
  expect((await member()(listNotes, { query: {} })).notes).toEqual([])
  const { entries } = await admin()(listAudit, { query: { what: 'notes destroyed' } })
  expect(entries.map(subjectInWords)).toEqual([name])
})
