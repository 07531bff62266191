import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { deleteDirectoryEntry, saveDirectoryEntry } from '@portal/contract/directory'
import { saveMapping } from '@portal/contract/mappings'
import { eraseNotes, saveNotes } from '@portal/contract/notes'
import { searchEverything } from '@portal/contract/search-everything'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StoredDocument } from '../documents/stored-document.ts'
import { textKey } from '../documents/synced-documents-service.ts'
import { noteId, savedNote, saveOf } from '../notes/notes-fixture.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
const open = async () => void (api = await testApi())
const close = () => api.close()

type As = 'member' | 'staff' | 'admin'
type Filter = {
  kinds?: string
  year?: number
  quarter?: 1 | 2 | 3 | 4
  meeting?: string
  body?: string
  limit?: number
}

/** Searches once everything has been indexed. */
async function find(q: string, filter: Filter = {}, as: As = 'member') {
  const ask = () => api.call(as)(searchEverything, { query: { q, ...filter } })
  await expect.poll(async () => (await ask()).complete).toBe(true)
  return ask()
}
async function idsOf(q: string, filter: Filter = {}, as: As = 'member') {
  return (await find(q, filter, as)).found.map(({ kind, id }) => `${kind} ${id}`)
}

let papers = 0
async function putPaper(
  id: string,
  title: string,
  pages: string[],
  other: Partial<StoredDocument> = {},
) {
  const sha256 = String((papers += 1)).padStart(64, '0')
  await api.ports.blobs.put(textKey(sha256), new TextEncoder().encode(JSON.stringify(pages)))
  await api.putPaper(id, {
    title,
    name: `${title}.pdf`,
    path: 'Board',
    sha256,
    text: 'made',
    ...other,
  })
}
const map = (year: number, quarter: number, materialType: string, documentId: string) =>
  api.call('admin')(saveMapping, {
    params: { id: `meeting-${year}-q${quarter}-${materialType}` },
    body: { documentId, active: true },
    revision: 'new',
  })
const fourth = { year: 2026, quarter: 4 as const }
const putAgenda = (
  items: { id: string; title: string; description?: string; speaker?: string }[],
) =>
  api.call('admin')(saveAgenda, {
    params: fourth,
    body: { title: 'Fall meeting', items },
    revision: 'new',
  })
const publish = () =>
  api.call('admin')(setAgendaStatus, {
    params: fourth,
    body: { status: 'published' },
    revision: 1,
  })
const putPerson = (id: string, fields: Record<string, string>) =>
  api.ports.store.create('directory', id, { name: id, role: 'Trustee', type: 'board', ...fields })
const putNote = (number: number, text: string, as: As = 'member', documentId = 'budget') =>
  api.call(as)(saveNotes, {
    body: { ...saveOf(), documentId, notes: [savedNote(number, { text })] },
  })

/** Opens a portal with a paper, an agenda, a person and a note. */
async function openFilled() {
  await open()
  await putPaper('budget', 'Budget Update', ['Cover', 'The grants budget rises in spring.'])
  await map(2026, 4, 'budget-update', 'budget')
  await map(2025, 2, 'budget-update', 'budget')
  await putAgenda([
    { id: 'welcome', title: 'Welcome' },
    { id: 'grants', title: 'Grants', description: 'Spring grants, and what the budget allows.' },
  ])
  await publish()
  await putPerson('ada', { name: 'Ada Lindqvist', role: 'Chair', department: 'Grants' })
  await putNote(1, 'Ask about grants')
}

describe('the portal’s search', () => {
  beforeAll(openFilled)
  afterAll(close)

  it('finds papers, agenda items, people and the caller’s notes, each with its location', async () => {
    const { found, counts, total } = await find('grants')
    expect(counts).toEqual({ paper: 1, agendaItem: 1, person: 1, note: 1 })
    expect(total).toBe(4)
    expect(found).toEqual(
      expect.arrayContaining([
        {
          kind: 'paper',
          id: 'budget',
          title: 'Budget Update',
          place: 'Board',
          quarter: fourth,
          materialType: 'budget-update',
          page: 2,
          pages: 1,
          mime_type: 'application/pdf',
          condition: 'ready',
          snippet: {
            text: 'The grants budget rises in spring.',
            marks: [{ start: 4, end: 10 }],
          },
        },
        {
          kind: 'agendaItem',
          id: 'grants',
          title: 'Grants',
          place: 'Fall meeting',
          quarter: fourth,
          snippet: {
            text: 'Spring grants, and what the budget allows.',
            marks: [{ start: 7, end: 13 }],
          },
        },
        { kind: 'person', id: 'ada', title: 'Ada Lindqvist', place: 'Chair, Grants' },
        {
          kind: 'note',
          id: noteId(1),
          title: 'Ask about grants',
          place: 'Budget Update.pdf',
          documentId: 'budget',
          version: 1,
          page: 4,
          quarter: fourth,
          materialType: 'budget-update',
        },
      ]),
    )
  })

  it('ranks matches in titles above mentions, across kinds', async () => {
    expect((await idsOf('grants'))[0]).toBe('agendaItem grants')
    expect((await idsOf('budget update'))[0]).toBe('paper budget')
    expect((await idsOf('lindqvist'))[0]).toBe('person ada')
  })

  it('matches prefixes and near misses in every kind', async () => {
    expect(await idsOf('wel')).toEqual(['agendaItem welcome'])
    expect(await idsOf('linqvist')).toEqual(['person ada'])
    expect(await idsOf('grnts')).toHaveLength(4)
  })

  it('returns only the requested kinds, and still counts all of them', async () => {
    const { found, counts, total } = await find('grants', { kinds: 'person,note,unheard-of' })
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['note', 'person'])
    expect([counts['paper'], counts['agendaItem'], total]).toEqual([1, 1, 2])
    expect((await find('grants', { kinds: 'unheard-of' })).found).toEqual([])
  })

  it('limits results to a quarter: its agenda, its papers and the notes on them', async () => {
    const { found, counts } = await find('grants', { year: 2025, quarter: 2 })
    expect(counts).toEqual({ paper: 1, agendaItem: 0, person: 0, note: 1 })
    expect(found.map(({ quarter }) => quarter)).toEqual([
      { year: 2025, quarter: 2 },
      { year: 2025, quarter: 2 },
    ])
    expect((await find('grants', { year: 2024, quarter: 1 })).total).toBe(0)
    expect((await find('grants', fourth)).counts).toMatchObject({ agendaItem: 1, paper: 1 })
  })

  it('returns at most the requested number of results, and the total', async () => {
    const { found, total } = await find('grants', { limit: 2 })
    expect([found.length, total]).toEqual([2, 4])
  })

  it.each([
    ['?q=', 'Please enter a word to search for.'],
    ['?q=%25', 'Please enter a word to search for.'],
    ['?q=budget&year=2026', 'Please name both the year and the quarter, or neither.'],
    ['?q=budget&quarter=1', 'Please name both the year and the quarter, or neither.'],
  ])('refuses %s with a sentence', async (query, error) => {
    const response = await api.request(`/api/search/everything${query}`, {
      headers: { authorization: `Bearer ${await api.tokenOf('member')}` },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error })
  })
})

describe('the portal’s search, after changes', () => {
  beforeEach(openFilled)
  afterEach(close)

  it('names the problem of a paper that can’t be opened', async () => {
    await putPaper('ledger', 'Ledger', [], { condition: 'encrypted' })
    expect((await find('ledger')).found).toMatchObject([{ id: 'ledger', problem: 'encrypted' }])
  })

  it('ranks results with all words before those with some, across kinds', async () => {
    await putPaper('credit', 'Minutes', ['The zeppelin was sold to repay grants.'])
    const all = await idsOf('grants zeppelin')
    expect(all[0]).toBe('paper credit')
    expect(all.slice(1).toSorted()).toEqual([
      'agendaItem grants',
      `note ${noteId(1)}`,
      'person ada',
    ])
    expect((await idsOf('grants zeppelin xylophone'))[0]).toBe('paper credit')
  })

  it('ranks papers before people for words of papers, and the upcoming meeting before others', async () => {
    await putPaper('old', 'Grants report', ['Grants of the year'])
    await putPaper('new', 'Grants report', ['Grants of the year'])
    await map(2025, 1, 'budget-update', 'old')
    await map(2026, 4, 'cash-flow-summary', 'new')
    expect((await idsOf('grants year')).slice(0, 2)).toEqual(['paper new', 'paper old'])
    expect((await idsOf('grants')).at(-1)).toBe('person ada')
  })

  it('follows changes of the agenda and the directory', async () => {
    expect(await idsOf('zeppelin')).toEqual([])
    await api.call('admin')(saveAgenda, {
      params: fourth,
      body: { items: [{ id: 'new', title: 'Zeppelin' }] },
      revision: 2,
    })
    const params = { id: 'ada' }
    await api.call('admin')(saveDirectoryEntry, { params, form: { bio: 'Zeppelin' }, revision: 1 })
    expect((await idsOf('zeppelin')).toSorted()).toEqual(['agendaItem new', 'person ada'])
    expect((await find('grants')).counts).toMatchObject({ agendaItem: 0 })
    await api.call('admin')(deleteDirectoryEntry, { params, revision: 2 })
    expect(await idsOf('zeppelin')).toEqual(['agendaItem new'])
  })

  it('never logs the words of a search', async () => {
    await putNote(2, 'Xylophone')
    expect(await idsOf('xylophone')).toEqual([`note ${noteId(2)}`])
    expect(api.logged.join('\n').toLowerCase()).not.toContain('xylophone')
    const metrics = await (await api.request('/metrics')).text()
    expect(metrics.toLowerCase()).not.toContain('xylophone')
  })
})

describe('what a search doesn’t reveal', () => {
  beforeEach(async () => {
    await open()
    await putPaper('budget', 'Budget', ['Cover'])
  })
  afterEach(close)

  it('finds items of a draft for admins only, and doesn’t count them for others', async () => {
    await putAgenda([{ id: 'merger', title: 'Merger' }])
    expect(await find('merger')).toMatchObject({ found: [], total: 0, counts: { agendaItem: 0 } })
    expect(await idsOf('merger', {}, 'admin')).toEqual(['agendaItem merger'])
    await publish()
    expect(await idsOf('merger')).toEqual(['agendaItem merger'])
  })

  it('doesn’t find items of a published agenda if a Drive document is shown instead', async () => {
    await putAgenda([{ id: 'merger', title: 'Merger' }])
    await publish()
    expect(await idsOf('merger')).toEqual(['agendaItem merger'])
    const params = { id: 'meeting-2026-q4-agenda' }
    const body = { documentId: 'budget', mode: 'drive' as const, active: true }
    await api.call('admin')(saveMapping, { params, body, revision: 1 })
    expect(await idsOf('merger')).toEqual([])
    expect((await find('merger')).counts['agendaItem']).toBe(0)
    expect(await idsOf('merger', {}, 'admin')).toEqual(['agendaItem merger'])
  })

  it('finds a paper that only a hidden slot holds for admins alone', async () => {
    await map(2026, 4, 'budget-update', 'budget')
    const shown = await find('budget')
    expect(shown.found[0]).toMatchObject({ quarter: fourth })
    const params = { id: 'meeting-2026-q4-budget-update' }
    await api.call('admin')(saveMapping, { params, body: { active: false }, revision: 1 })
    expect((await find('budget')).total).toBe(0)
    expect((await find('budget', fourth)).total).toBe(0)
    expect(await idsOf('budget', {}, 'admin')).toEqual(['paper budget'])
  })

  it('finds a person’s notes for that person alone, not even for admins', async () => {
    await putNote(1, 'Ask about the merger')
    expect(await idsOf('merger')).toEqual([`note ${noteId(1)}`])
    for (const other of ['staff', 'admin'] as const) {
      expect(await find('merger', {}, other)).toMatchObject({ found: [], counts: { note: 0 } })
    }
    await putNote(2, 'The merger, again', 'staff')
    expect(await idsOf('merger', {}, 'staff')).toEqual([`note ${noteId(2)}`])
    expect(await idsOf('merger')).toEqual([`note ${noteId(1)}`])
  })

  it('finds notes as soon as they are saved, until they are erased', async () => {
    expect(await idsOf('annual')).toEqual([])
    await putNote(1, '')
    // The quotation.
    expect(await idsOf('annual surplus')).toEqual([`note ${noteId(1)}`])
    await api.call('member')(eraseNotes, {})
    expect(await idsOf('annual surplus')).toEqual([])
  })

  it('returns the beginning of a long note, and the words found in it', async () => {
    await putNote(1, `${'Some thoughts on the roof. '.repeat(20)} The merger frightens me.`)
    const [first] = (await find('merger')).found
    expect(first!.title).toMatch(/^Some thoughts .{100,160} …$/)
    const { text, marks } = first!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['merger'])
  })
})

describe('papers of a committee’s meeting', () => {
  const meeting = '2026-11-12-finance'
  const mapTo = (id: string, documentId: string) =>
    api.call('admin')(saveMapping, { params: { id }, body: { documentId }, revision: 'new' })

  beforeAll(async () => {
    await open()
    await putPaper('budget', 'Grants budget', [])
    await putPaper('forecast', 'Grants forecast', [])
    await map(2026, 4, 'budget-update', 'budget')
    for (const id of [meeting, '2026-09-30-grants']) {
      await api.ports.store.create('meetings', id, { title: 'A meeting' })
    }
    await mapTo(`meeting-${meeting}--k1`, 'budget')
    await mapTo(`meeting-${meeting}--k2`, 'forecast')
    await mapTo('meeting-2026-09-30-grants--k1', 'forecast')
  })
  afterAll(close)
  const found = async (filter: Filter) => (await idsOf('grants', filter, 'admin')).toSorted()

  it('are found by their meeting and by their body', async () => {
    const both = ['paper budget', 'paper forecast']
    expect(await found({ meeting })).toEqual(both)
    expect(await found({ meeting: '2026-09-30-grants' })).toEqual(['paper forecast'])
    expect(await found({ meeting: '2026-Q4' })).toEqual(['paper budget'])
    expect(await found({ body: 'finance' })).toEqual(both)
    expect(await found({ body: 'board' })).toEqual(['paper budget'])
    expect(await found({ body: 'board', meeting })).toEqual([])
  })

  it('name the newest meeting, and the quarter if there is one', async () => {
    const [forecast] = (await find('forecast', {}, 'admin')).found
    expect(forecast!.meeting).toMatchObject({ id: meeting, materialType: 'k2' })
    expect(forecast).not.toHaveProperty('quarter')
    const [budget] = (await find('budget', {}, 'admin')).found
    expect(budget).toMatchObject({ quarter: fourth, meeting: { id: meeting } })
    const [ofQuarter] = (await find('budget', fourth, 'admin')).found
    expect(ofQuarter).toMatchObject({ quarter: fourth, materialType: 'budget-update' })
    expect(ofQuarter).not.toHaveProperty('meeting')
  })

  it('aren’t found by a member who doesn’t belong to the body', async () => {
    expect(await idsOf('forecast')).toEqual([])
    expect(await idsOf('grants', { meeting })).toEqual([])
  })
})
