import {
  type AgendaContent,
  getAgenda,
  listAgendas,
  moveAgenda,
  saveAgenda,
  setAgendaStatus,
} from '@portal/contract/agendas'
import { listMappings, type MappingChange, saveMapping } from '@portal/contract/mappings'
import { getMeetingMaterial, setAgendaSource } from '@portal/contract/meetings'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const q3 = { year: 2026, quarter: 3 }
const q4 = { year: 2026, quarter: 4 }
type Quarter = typeof q4
type Revision = number | 'new'

let api: TestApi
beforeEach(async () => {
  api = await testApi({ now: () => new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => api.close())

const save = (body: AgendaContent, revision: Revision = 'new', params: Quarter = q4) =>
  api.call('admin')(saveAgenda, { params, body, revision })
const setStatus = (
  status: 'draft' | 'published',
  revision: Revision,
  content?: AgendaContent,
  confirmed: { showInstead?: boolean } = {},
) => {
  const body = { status, ...(content ? { content } : {}), ...confirmed }
  return api.call('admin')(setAgendaStatus, { params: q4, body, revision })
}
const slotId = ({ year, quarter }: Quarter) => `meeting-${year}-q${quarter}-agenda`
const mapAgenda = (change: MappingChange, of: Quarter = q4, revision: Revision = 'new') =>
  api.call('admin')(saveMapping, { params: { id: slotId(of) }, body: change, revision })
const slot = (of: Quarter = q4) => api.ports.store.get('resource_mappings', slotId(of))
const get = (as: 'admin' | 'member' = 'admin', params: Quarter = q4) =>
  api.call(as)(getAgenda, { params })
const stored = (id = '2026-Q4') => api.ports.store.get('agendas', id)
const put = (body: Record<string, unknown>, id = '2026-Q4') =>
  api.ports.store.create('agendas', id, body)
const audit = async () => (await api.ports.store.list('audit')).documents

describe('saving an agenda', () => {
  it('creates a draft with the defaults of a new meeting', async () => {
    const created = await save({})
    expect(created).toEqual({
      id: '2026-Q4',
      ...q4,
      status: 'draft',
      title: 'Q4 2026 Board Meeting',
      time: '09:00',
      endTime: '10:00',
      items: [],
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
      revision: 1,
    })
    expect(await get()).toEqual(created)
  })

  it('stores every field', async () => {
    const content: AgendaContent = {
      title: 'Annual meeting',
      date: '2026-12-10',
      time: '09:30',
      endTime: '12:00',
      location: 'Larkspur House',
      description: 'Bring the papers.',
      timesFollow: true,
      items: [
        {
          id: 'a',
          title: 'Welcome',
          description: 'Roll call',
          time: '09:30',
          duration: 0,
          completed: true,
          type: 'information',
          speaker: 'Maria Lopez',
        },
      ],
    }
    expect(await save(content)).toMatchObject({ ...content, status: 'draft' })
  })

  it('keeps whether start times follow the durations until a save changes it', async () => {
    expect(await save({ timesFollow: true })).toMatchObject({ timesFollow: true })
    expect(await save({ title: 'Ours' }, 1)).toMatchObject({ timesFollow: true })
    expect(await save({ timesFollow: false }, 2)).not.toHaveProperty('timesFollow')
    expect(await stored()).not.toHaveProperty('timesFollow')
  })

  it('completes items, and reads the older field names', async () => {
    const { items } = await save({
      items: [
        { text: 'Welcome', details: 'Roll call' },
        { id: 'item-1', title: '' },
        { id: 'item-1' },
      ],
    })
    const usual = { duration: 15, completed: false, type: 'discussion' }
    expect(items).toEqual([
      { id: 'item-1-2', title: 'Welcome', description: 'Roll call', ...usual },
      { id: 'item-1', title: '', ...usual },
      { id: 'item-3', title: '', ...usual },
    ])
  })

  it('keeps fields that aren’t sent, clears empty ones, and keeps unknown ones', async () => {
    await put({
      title: 'Ours',
      location: 'Boardroom',
      date: '2026-12-10',
      recording: 'x',
      items: [
        { id: 'a', text: 'One', details: 'Old', motion: 7 },
        { title: 'Two', motion: 8 },
      ],
    })
    const saved = await save(
      {
        location: ' ',
        items: [
          { id: 'item-2', title: 'Two' },
          { id: 'a', title: '1' },
        ],
      },
      1,
    )
    expect(saved).toMatchObject({ title: 'Ours', date: '2026-12-10', revision: 2 })
    expect(saved).not.toHaveProperty('location')
    expect(await stored()).toMatchObject({ recording: 'x' })
    const usual = { duration: 15, completed: false, type: 'discussion' }
    expect((await stored())!['items']).toEqual([
      { id: 'item-2', title: 'Two', motion: 8, ...usual },
      { id: 'a', title: '1', motion: 7, ...usual },
    ])
    expect(await stored()).not.toHaveProperty('createdAt')
  })

  it.each<[AgendaContent, string, string]>([
    [{ title: ' ' }, 'body.title', 'Please enter a title for the meeting'],
    [{ date: '2026-11-31' }, 'body.date', 'Please enter a valid date in YYYY-MM-DD format'],
    [{ date: '2101-01-01' }, 'body.date', 'Please enter a valid date in YYYY-MM-DD format'],
    [{ date: '12/10/2026' }, 'body.date', 'Please enter a valid date in YYYY-MM-DD format'],
    [
      { date: '2027-01-05' },
      'body.date',
      'This date is in 2027 Q1: the agenda must be moved there.',
    ],
    [{ time: '9am' }, 'body.time', 'Please enter a time in HH:MM format'],
    [{ endTime: '24:00' }, 'body.endTime', 'Please enter a time in HH:MM format'],
  ])('refuses %j', async (content, path, message) => {
    await expect(save(content)).rejects.toMatchObject({
      code: 'invalid',
      message,
      fields: [{ path, message }],
    })
    expect(await stored()).toBeUndefined()
  })

  it.each<[AgendaContent]>([
    [{ time: '10:00', endTime: '10:00' }],
    [{ time: '14:00', endTime: '09:00' }],
    // The end defaults to 10:00.
    [{ time: '11:00' }],
  ])('refuses an end at or before the start: %j', async (content) => {
    const message = 'Please enter an end time after the start time'
    await expect(save(content)).rejects.toMatchObject({
      code: 'invalid',
      message,
      fields: [{ path: 'body.endTime', message }],
    })
    await expect(setStatus('published', 'new', content)).rejects.toMatchObject({
      fields: [{ path: 'body.content.endTime', message }],
    })
    expect(await stored()).toBeUndefined()
  })

  it('lets an old agenda keep times that would be refused now', async () => {
    await put({ time: '14:00', endTime: '09:00' })
    const times = { time: '14:00', endTime: '09:00' }
    expect(await save({ ...times, title: 'New' }, 1)).toMatchObject({ ...times, title: 'New' })
    await expect(save({ time: '15:00' }, 2)).rejects.toMatchObject({ code: 'invalid' })
    expect(await save({ endTime: '15:00' }, 2)).toMatchObject({ endTime: '15:00' })
  })

  it('lets an old agenda keep a date and a time that would be refused now', async () => {
    await put({ date: '2026-01-01', time: '9 AM' })
    expect(await save({ date: '2026-01-01', time: '9 AM', title: 'New' }, 1)).toMatchObject({
      title: 'New',
    })
  })

  it('refuses a duration out of range, too many items and too long a text, and names the limit', async () => {
    const bad: [AgendaContent, string][] = [
      [{ items: [{ duration: -1 }] }, '0 to 1440 minutes'],
      [{ items: [{ duration: 1441 }] }, '0 to 1440 minutes'],
      [{ items: Array.from({ length: 201 }, () => ({})) }, '<=200 items'],
      [{ title: 'x'.repeat(501) }, 'At most 500 characters'],
      [{ description: 'x'.repeat(10_001) }, 'At most 10,000 characters'],
      [{ title: 'Board\u202e' }, 'Title: It has characters that can’t be seen.'],
      [{ items: [{ speaker: 'Ruth\u0000' }] }, 'Speaker: It has characters that can’t be seen.'],
    ]
    for (const [content, reason] of bad) {
      await expect(save(content)).rejects.toMatchObject({
        code: 'badRequest',
        message: expect.stringContaining(reason),
      })
    }
    const items = Array.from({ length: 40 }, () => ({ description: 'x'.repeat(10_000) }))
    await expect(save({ items })).rejects.toMatchObject({
      code: 'tooLarge',
      message: 'The agenda is too long: the limit is 250 KB of text.',
    })
  })

  it('writes pasted titles on one line, and keeps descriptions without what could disguise them', async () => {
    const items = [{ description: 'one\n\ttwo\u202e three' }]
    expect(await save({ title: 'Minutes\nof the board', items })).toMatchObject({
      title: 'Minutes of the board',
      items: [{ description: 'one\n\ttwo three' }],
    })
  })

  it('refuses a save when someone else was faster, and returns the current agenda', async () => {
    await save({ title: 'First' })
    await save({ title: 'Theirs' }, 1)
    for (const revision of [1, 'new'] as const) {
      await expect(save({ title: 'Mine' }, revision)).rejects.toMatchObject({
        code: 'stale',
        current: { title: 'Theirs', revision: 2 },
        currentBy: 'ruth.abelman@larkspur.example',
      })
    }
    await expect(save({ title: 'Mine' }, 1, q3)).rejects.toMatchObject({ code: 'stale' })
  })

  it('returns the first result when the same request is sent again', async () => {
    const first = await save({ items: [{ title: 'One' }] })
    expect(await save({ items: [{ title: 'One' }] })).toEqual(first)
    const second = await save({ items: [] }, 1)
    expect(await save({ items: [] }, 1)).toEqual(second)
    expect(await audit()).toHaveLength(2)
  })

  it('audits a save', async () => {
    await save({ title: 'First' })
    expect(await audit()).toMatchObject([
      {
        by: { email: 'ruth.abelman@larkspur.example' },
        what: 'agenda saved',
        subject: '2026-Q4',
        before: null,
        after: { title: 'First' },
      },
    ])
  })

  it('allows only admins to save, and requires a revision', async () => {
    const input = { params: q4, body: { title: 'Mine' }, revision: 'new' } as const
    await expect(api.call('staff')(saveAgenda, input)).rejects.toMatchObject({ code: 'forbidden' })
    const response = await api.request('/api/agendas/2026/4', {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${await api.tokenOf('admin')}`,
        'content-type': 'application/json',
      },
      body: '{}',
    })
    expect(response.status).toBe(428)
  })
})

describe('the status of an agenda', () => {
  it('sets the status together with the content', async () => {
    await save({ title: 'Draft' })
    const published = await setStatus('published', 1, { title: 'Final' })
    expect(published).toMatchObject({ status: 'published', title: 'Final', revision: 2 })
    const { mapping: _, ...agenda } = published
    expect(await get('member')).toEqual(agenda)
    expect(await setStatus('published', 1, { title: 'Final' })).toEqual(published)
    expect(await setStatus('draft', 2)).toMatchObject({ status: 'draft', title: 'Final' })
    await expect(get('member')).rejects.toMatchObject({ code: 'notPublished' })
    const acts = (await audit()).map(({ what }) => String(what))
    expect(acts.toSorted()).toEqual([
      'agenda published',
      'agenda saved',
      'agenda set to draft',
      'mapping saved',
    ])
  })

  it('leaves the status unchanged when the content is refused', async () => {
    await save({ title: 'Draft' })
    await expect(setStatus('published', 1, { title: '' })).rejects.toMatchObject({
      message: 'Please enter a title for the meeting',
      fields: [{ path: 'body.content.title' }],
    })
    expect(await get()).toMatchObject({ status: 'draft', revision: 1 })
  })

  it('refuses a status for an outdated revision or a missing agenda', async () => {
    await expect(setStatus('published', 'new')).rejects.toMatchObject({
      code: 'notFound',
      message: 'No agenda has been created for 2026 Q4.',
    })
    await save({ title: 'First' })
    await save({ title: 'Theirs' }, 1)
    await expect(setStatus('published', 1)).rejects.toMatchObject({
      code: 'stale',
      current: { title: 'Theirs' },
    })
  })
})

describe('publishing an agenda', () => {
  const seenMaterial = () =>
    api.call('member')(getMeetingMaterial, { params: { ...q4, materialType: 'agenda' } })
  const setSource = (mode: 'drive' | 'native', revision: Revision) =>
    api.call('admin')(setAgendaSource, { params: q4, body: { mode }, revision })
  beforeEach(() => api.putPaper('paper', { name: 'Agenda.pdf' }))

  it('makes a published agenda the source when members see nothing, and reports that', async () => {
    await save({ title: 'Ours' })
    expect(await setStatus('published', 1)).toMatchObject({
      status: 'published',
      mapping: { id: slotId(q4), mode: 'native', active: true },
    })
    expect(await seenMaterial()).toMatchObject({ kind: 'native', agenda: { title: 'Ours' } })
    expect(Object.keys(await api.call('member')(listMappings, {}))).toEqual([slotId(q4)])
  })

  it('requires a confirmation while members see a Drive document, and saves nothing without it', async () => {
    await mapAgenda({ documentId: 'paper' })
    await save({ title: 'Ours' })
    await expect(setStatus('published', 1, { title: 'Final' })).rejects.toMatchObject({
      code: 'confirmationRequired',
      status: 409,
      message: expect.stringMatching(/^Members see the Drive document as this quarter’s agenda\./),
    })
    expect(await stored()).toMatchObject({ title: 'Ours', status: 'draft', revision: 1 })
    expect(await seenMaterial()).toMatchObject({ kind: 'document' })
    await expect(get('member')).rejects.toMatchObject({ code: 'notPublished' })

    const published = await setStatus('published', 1, { title: 'Final' }, { showInstead: true })
    expect(published).toMatchObject({ title: 'Final', mapping: { mode: 'native', revision: 2 } })
    expect(await seenMaterial()).toMatchObject({ kind: 'native', agenda: { title: 'Final' } })
    // The mapped document stays, so that the source can be switched back.
    expect(await slot()).toMatchObject({ documentId: 'paper' })
  })

  it('requires a confirmation for an embed as for a document', async () => {
    await mapAgenda({ embedUrl: 'https://airtable.com/embed/x' })
    await expect(setStatus('published', 'new', { title: 'Ours' })).rejects.toMatchObject({
      code: 'confirmationRequired',
    })
  })

  it('requires no confirmation when the mapped document has left the drive', async () => {
    await mapAgenda({ documentId: 'paper' })
    await api.ports.store.delete('documents', 'paper')
    const published = await setStatus('published', 'new', { title: 'Ours' })
    expect(published).toMatchObject({ mapping: { mode: 'native' } })
  })

  it('leaves an inactive slot inactive, so that members still see nothing', async () => {
    await mapAgenda({ documentId: 'paper', active: false })
    const published = await setStatus('published', 'new', { title: 'Ours' })
    expect(published).toMatchObject({ mapping: { mode: 'native', active: false } })
    await expect(get('member')).rejects.toMatchObject({ code: 'notPublished' })
  })

  it('returns the first result when the same request is sent again', async () => {
    await mapAgenda({ documentId: 'paper' })
    const send = () => setStatus('published', 'new', { title: 'Ours' }, { showInstead: true })
    const first = await send()
    const before = (await audit()).length
    expect(await send()).toEqual(first)
    expect(await audit()).toHaveLength(before)
  })

  it('shows an agenda that was published behind a Drive document when it is published again', async () => {
    await mapAgenda({ documentId: 'paper' })
    await put({ status: 'published', title: 'Ours' })
    await expect(setStatus('published', 1)).rejects.toMatchObject({ code: 'confirmationRequired' })
    const shown = await setStatus('published', 1, undefined, { showInstead: true })
    expect(shown).toMatchObject({ revision: 1, mapping: { mode: 'native' } })
    expect(await get('member')).toMatchObject({ title: 'Ours' })
  })

  it('reports an outdated revision before it asks for a confirmation', async () => {
    await mapAgenda({ documentId: 'paper' })
    await save({ title: 'Theirs' })
    await expect(setStatus('published', 'new', { title: 'Ours' })).rejects.toMatchObject({
      code: 'stale',
    })
  })

  it('never leaves an agenda published but hidden when the source changes at the same moment', async () => {
    await mapAgenda({ documentId: 'paper' })
    await save({ title: 'Ours' })
    await setSource('native', 1)
    const [published, changed] = await Promise.allSettled([
      setStatus('published', 1),
      setSource('drive', 2),
    ])
    expect(changed.status).toBe('fulfilled')
    // Either it was published before the source changed, or publishing required a confirmation.
    if (published.status === 'rejected') {
      expect(published.reason).toMatchObject({ code: 'confirmationRequired' })
      expect(await stored()).toMatchObject({ status: 'draft' })
    }
    expect(await seenMaterial()).toMatchObject({ kind: 'document' })
  })

  it('leaves the source unchanged when the agenda is unpublished', async () => {
    await setStatus('published', 'new', { title: 'Ours' })
    expect(await setStatus('draft', 1)).toMatchObject({ mapping: { mode: 'native' } })
    await expect(seenMaterial()).rejects.toMatchObject({
      code: 'notPublished',
      message: 'The agenda for 2026 Q4 is not published yet.',
    })
  })
})

describe('moving an agenda', () => {
  const move = (
    body: { date: string; content?: AgendaContent; overwrite?: number },
    revision: Revision = 1,
    params: Quarter = q3,
  ) => api.call('admin')(moveAgenda, { params, body, revision })
  beforeEach(() =>
    put({ ...q3, title: 'Ours', status: 'published', date: '2026-09-10', kept: 1 }, '2026-Q3'),
  )

  it('moves an agenda to the quarter of its new date, with the content in the request', async () => {
    const moved = await move({ date: '2026-10-01', content: { location: 'By video' } })
    expect(moved).toMatchObject({
      id: '2026-Q4',
      ...q4,
      title: 'Ours',
      status: 'published',
      date: '2026-10-01',
      location: 'By video',
    })
    expect(await stored('2026-Q3')).toBeUndefined()
    expect(await stored()).toMatchObject({ ...q4, kept: 1 })
    expect(await audit()).toMatchObject([
      {
        what: 'agenda moved',
        subject: '2026-Q3',
        before: { '2026-Q3': { title: 'Ours' } },
        after: { '2026-Q4': { date: '2026-10-01' } },
      },
    ])
  })

  it('keeps an agenda that members see visible, unless a Drive document is the other quarter’s agenda', async () => {
    await mapAgenda({ mode: 'native' }, q3)
    await move({ date: '2026-10-01' })
    expect(await slot()).toMatchObject({ mode: 'native' })
    expect(await get('member')).toMatchObject({ title: 'Ours' })

    await api.putPaper('paper', { name: 'Agenda.pdf' })
    const q1 = { year: 2027, quarter: 1 }
    await mapAgenda({ documentId: 'paper' }, q1)
    await move({ date: '2027-01-05' }, 1, q4)
    expect(await slot(q1)).not.toMatchObject({ mode: 'native' })
    await expect(get('member', q1)).rejects.toMatchObject({ code: 'notPublished' })
  })

  it('shows nothing that members did not see before', async () => {
    await move({ date: '2026-10-01' })
    expect(await slot()).toBeUndefined()
  })

  it('treats a move within the quarter as a save', async () => {
    const saved = await move({ date: '2026-08-01', content: { title: 'New' } })
    expect(saved).toMatchObject({ id: '2026-Q3', date: '2026-08-01', title: 'New', revision: 2 })
  })

  it('never replaces another agenda unless its revision is named', async () => {
    await put({ title: 'Theirs' })
    const refused = { code: 'conflict', current: { title: 'Theirs', revision: 1 } }
    await expect(move({ date: '2026-10-01' })).rejects.toMatchObject({
      ...refused,
      message: 'There is already an agenda for 2026 Q4.',
    })
    await expect(move({ date: '2026-10-01', overwrite: 2 })).rejects.toMatchObject(refused)
    expect(await stored('2026-Q3')).toMatchObject({ title: 'Ours' })
    expect(await move({ date: '2026-10-01', overwrite: 1 })).toMatchObject({
      title: 'Ours',
      revision: 2,
    })
    expect(await audit()).toMatchObject([{ before: { '2026-Q4': { title: 'Theirs' } } }])
  })

  it('returns the first result when the same request is sent again', async () => {
    await put({ title: 'Theirs' })
    const moved = await move({ date: '2026-10-01', overwrite: 1 })
    expect(await move({ date: '2026-10-01', overwrite: 1 })).toEqual(moved)
    expect(await audit()).toHaveLength(1)
    await expect(move({ date: '2026-10-01' }, 5)).rejects.toMatchObject({
      code: 'notFound',
      message: 'No agenda has been created for 2026 Q3.',
    })
  })

  it('audits a move completely, however long the agendas are', async () => {
    const items = Array.from({ length: 24 }, () => ({ description: 'x'.repeat(10_000) }))
    await save({ items }, 1, q3)
    await save({ items })
    expect(await move({ date: '2026-10-01', overwrite: 1 }, 2)).toMatchObject({ title: 'Ours' })
    const [entry] = (await audit()).filter(({ what }) => what === 'agenda moved')
    expect(JSON.stringify(entry).length).toBeGreaterThan(700_000)
  })

  it('refuses a move with an outdated revision or an invalid date', async () => {
    await save({ title: 'New' }, 1, q3)
    await expect(move({ date: '2026-10-01' })).rejects.toMatchObject({
      code: 'stale',
      current: { title: 'New' },
    })
    await expect(move({ date: '2026-02-30' }, 2)).rejects.toMatchObject({
      code: 'invalid',
      message: 'Please enter a valid date in YYYY-MM-DD format',
      fields: [{ path: 'body.date' }],
    })
    expect(await stored()).toBeUndefined()
  })

  it('allows only admins to move an agenda', async () => {
    const input = { params: q3, body: { date: '2026-10-01' }, revision: 1 }
    await expect(api.call('staff')(moveAgenda, input)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('the list of agendas', () => {
  it('lists all agendas for admins and the published ones for members, newest quarter first, without items', async () => {
    await put({ status: 'published', items: [{ title: 'One' }] }, '2025-Q4')
    await put({ status: 'published' }, '2026-Q3')
    await put({ status: 'draft' })
    await put({ status: 'published' }, 'nonsense')
    await mapAgenda({ mode: 'native' }, { year: 2025, quarter: 4 })
    await mapAgenda({ mode: 'native' }, q3)
    const listed = await api.call('admin')(listAgendas)
    expect(listed.map(({ id }) => id)).toEqual(['2026-Q4', '2026-Q3', '2025-Q4'])
    expect(listed[2]).toMatchObject({ year: 2025, quarter: 4, itemCount: 1 })
    expect(listed[2]).not.toHaveProperty('items')
    const seen = await api.call('member')(listAgendas)
    expect(seen.map(({ id }) => id)).toEqual(['2026-Q3', '2025-Q4'])
  })

  it('follows the source of each agenda', async () => {
    const listed = async () => (await api.call('member')(listAgendas)).map(({ id }) => id)
    await put({ status: 'published' })
    expect(await listed()).toEqual([])
    await mapAgenda({ mode: 'native' })
    expect(await listed()).toEqual(['2026-Q4'])
    await mapAgenda({ active: false }, q4, 1)
    expect(await listed()).toEqual([])
  })

  it('includes a change at once', async () => {
    await save({})
    expect(await api.call('member')(listAgendas)).toEqual([])
    await setStatus('published', 1)
    expect(await api.call('member')(listAgendas)).toMatchObject([{ id: '2026-Q4' }])
  })
})
