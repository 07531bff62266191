import { randomUUID } from 'node:crypto'
import {
  deleteAgenda,
  getAgenda,
  listAgendas,
  moveAgenda,
  saveAgenda,
  setAgendaStatus,
} from '@portal/contract/agendas'
import { getMeeting, listMeetings } from '@portal/contract/all-meetings'
import { addTerms, saveBody } from '@portal/contract/bodies'
import { saveMapping } from '@portal/contract/mappings'
import { createMeeting, setMeetingStage } from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { undoChanges } from '@portal/contract/undo'
import { mappingId } from '@portal/domain/ids'
import { agendaSlot } from '@portal/domain/slot-names'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi({ now: () => new Date('2026-11-10T20:00:00Z') })
  const account = uidOf(testPeople.member)
  const entry = { name: 'Maria Lopez', role: 'Trustee', type: 'board', account }
  await api.ports.store.create('directory', 'maria', entry)
  await admin()(saveBody, {
    params: { id: 'finance' },
    body: { name: 'Finance Committee', color: 'teal' },
    revision: 'new',
  })
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const member = () => api.call('member')
const finance = { body: 'finance', kind: 'committee', date: '2026-11-12' } as const
type New = {
  key?: string
  body?: string
  kind?: 'special' | 'annual'
  date?: string
  title?: string
}
const create = (sent: New = {}) =>
  admin()(createMeeting, { body: { key: randomUUID(), ...finance, ...sent } })
const at = (meeting: string) => ({ params: { meeting } })
const agendaOf = ofMeeting(getAgenda)
const publish = async (meeting: string, state: 'published' | 'preparation' = 'published') => {
  const { revision = 'new' } = await admin()(ofMeeting(getPublication), at(meeting))
  return admin()(ofMeeting(setPublication), { ...at(meeting), body: { state }, revision })
}
const joinFinance = (from = '2026-01-01') =>
  admin()(addTerms, {
    body: { terms: [{ person: 'maria', body: 'finance', office: 'member', voting: true, from }] },
  })
const listed = async (as = member()) =>
  (await as(listMeetings, { query: {} })).meetings.map(({ id }) => id)
const save = (meeting: string, body: object, revision: number) =>
  admin()(ofMeeting(saveAgenda), { ...at(meeting), body, revision })
const setStage = (meeting: string, stage: 'called' | 'cancelled' | 'planned', revision: number) =>
  admin()(setMeetingStage, { ...at(meeting), body: { stage }, revision })

describe('a new meeting', () => {
  it('is planned, in preparation, with an empty draft of its agenda', async () => {
    const meeting = await create()
    expect(meeting).toMatchObject({
      id: '2026-11-12-finance',
      body: 'finance',
      kind: 'committee',
      stage: 'planned',
      status: 'draft',
      title: 'Finance Committee Meeting',
      date: '2026-11-12',
      items: [],
      revision: 1,
    })
    expect(await admin()(ofMeeting(getPublication), at(meeting.id))).toMatchObject({
      meeting: meeting.id,
      state: 'preparation',
    })
  })

  it('is the first meeting when the same request is sent again', async () => {
    const key = randomUUID()
    const first = await create({ key })
    expect(await create({ key })).toEqual(first)
    expect((await create()).id).toBe('2026-11-12-finance-2')
  })

  it('never gets the id of a meeting that was deleted', async () => {
    const { id, revision } = await create()
    await admin()(ofMeeting(deleteAgenda), { ...at(id), revision })
    await expect(admin()(agendaOf, at(id))).rejects.toMatchObject({ status: 404 })
    expect((await create()).id).toBe('2026-11-12-finance-2')
    await admin()(undoChanges, { body: { changes: [{ subject: id, what: 'agenda deleted' }] } })
    expect(await admin()(agendaOf, at(id))).toMatchObject({ id, revision: revision + 1 })
  })

  it.each([
    ['a body that doesn’t exist', { body: 'grants' }, 'body.body'],
    ['an impossible day', { date: '2026-02-30' }, 'body.date'],
    ['a quarterly kind', { kind: 'quarterly' }, 'body.kind'],
  ])('is refused for %s', async (_, sent, path) => {
    await expect(create(sent as New)).rejects.toMatchObject({
      status: 422,
      fields: [expect.objectContaining({ path })],
    })
  })

  it('is for admins alone', async () => {
    const body = { key: randomUUID(), ...finance }
    await expect(member()(createMeeting, { body })).rejects.toMatchObject({ status: 403 })
  })

  it('leaves the list of agendas as earlier screens know it', async () => {
    await create()
    expect(await admin()(listAgendas)).toEqual([])
    expect((await api.ports.store.list('agendas')).documents).toEqual([])
  })
})

describe('who sees a committee’s meeting', () => {
  it('is nobody but admins before it is published', async () => {
    await joinFinance()
    const { id } = await create()
    expect(await listed()).toEqual([])
    expect(await listed(admin())).toEqual([id])
    await expect(member()(getMeeting, at(id))).rejects.toMatchObject({ status: 404 })
    await expect(member()(agendaOf, at(id))).rejects.toMatchObject({ status: 404 })
  })

  it('is only the members with a term in it today', async () => {
    const { id } = await create()
    await publish(id)
    expect(await listed()).toEqual([])
    await expect(member()(getMeeting, at(id))).rejects.toMatchObject({ status: 404 })
    await joinFinance()
    expect(await listed()).toEqual([id])
    expect(await listed(api.call('staff'))).toEqual([])
    await publish(id, 'preparation')
    expect(await listed()).toEqual([])
  })

  it('reads the agenda once that is published', async () => {
    await joinFinance()
    const { id } = await create()
    await publish(id)
    await save(id, { description: 'Not for members yet' }, 1)
    expect(await member()(getMeeting, at(id))).toEqual({
      id,
      body: { id: 'finance', name: 'Finance Committee', color: 'teal' },
      kind: 'committee',
      title: 'Finance Committee Meeting',
      date: '2026-11-12',
      time: '09:00',
      endTime: '10:00',
      stage: 'planned',
    })
    await expect(member()(agendaOf, at(id))).rejects.toMatchObject({ status: 404 })
    await admin()(ofMeeting(setAgendaStatus), {
      ...at(id),
      body: { status: 'published', content: { items: [{ title: 'Audit' }] } },
      revision: 2,
    })
    expect(await member()(agendaOf, at(id))).toMatchObject({ items: [{ title: 'Audit' }] })
    expect(await member()(getMeeting, at(id))).toMatchObject({
      agenda: 'published',
      description: 'Not for members yet',
    })
  })

  it('shows admins that an embed or a Drive document takes the place of the agenda', async () => {
    const { id } = await create()
    await joinFinance()
    await publish(id)
    const inDrive = async () => [
      (await admin()(getMeeting, at(id))).agendaInDrive,
      (await member()(getMeeting, at(id))).agendaInDrive,
    ]
    const slot = mappingId(agendaSlot({ meeting: id }))
    expect(await inDrive()).toEqual([undefined, undefined])
    const embedUrl = 'https://airtable.com/embed/agenda'
    const body = { mode: 'drive', embedUrl, embedType: 'airtable' } as const
    await admin()(saveMapping, { params: { id: slot }, body, revision: 'new' })
    expect(await inDrive()).toEqual([true, undefined])
    await admin()(saveMapping, { params: { id: slot }, body: { active: false }, revision: 1 })
    expect(await inDrive()).toEqual([undefined, undefined])
  })

  it('is every member for a special meeting of the board', async () => {
    const { id } = await create({ body: 'board', kind: 'special' })
    expect(id).toBe('2026-11-12-board')
    await publish(id)
    expect(await listed()).toEqual([id])
  })
})

describe('an agenda of any meeting', () => {
  it('moves to any day without another id', async () => {
    const { id } = await create()
    const moved = await save(id, { date: '2027-02-01', time: '14:00', endTime: '15:00' }, 1)
    expect(moved).toMatchObject({ id, date: '2027-02-01', year: 2027, quarter: 1, sequence: 1 })
    await expect(save(id, { date: '' }, 2)).rejects.toMatchObject({ status: 422 })
  })

  it('is a quarter’s by the quarter’s id', async () => {
    const saved = await admin()(saveAgenda, {
      params: { year: 2026, quarter: 4 },
      body: { title: 'Autumn' },
      revision: 'new',
    })
    expect(await admin()(agendaOf, at('2026-Q4'))).toEqual(saved)
  })

  it('keeps its key in another quarter, and a new one there gets a key of its own', async () => {
    const save4 = (revision: number | 'new') =>
      admin()(saveAgenda, { params: { year: 2026, quarter: 4 }, body: {}, revision })
    await save4('new')
    const params = { year: 2026, quarter: 4 }
    await admin()(moveAgenda, { params, body: { date: '2027-02-01' }, revision: 1 })
    await save4('new')
    const keyOf = async (id: string) => (await api.ports.store.get('agendas', id))?.['key']
    expect(await keyOf('2027-Q1')).toBe('2026-Q4')
    expect(await keyOf('2026-Q4')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('isn’t created by a save', async () => {
    await expect(save('2026-11-12-finance', { title: 'New' }, 1)).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('the stage of a meeting', () => {
  it('keeps everything of a cancelled meeting, and shows it in every reply', async () => {
    await joinFinance()
    const { id } = await create()
    await publish(id)
    const cancelled = await setStage(id, 'cancelled', 1)
    expect(cancelled).toMatchObject({ stage: 'cancelled', sequence: 1, revision: 2 })
    expect(await setStage(id, 'cancelled', 1)).toEqual(cancelled)
    expect(await member()(getMeeting, at(id))).toMatchObject({ stage: 'cancelled' })
    const change = { subject: id, what: 'meeting cancelled' }
    await admin()(undoChanges, { body: { changes: [change] } })
    expect(await admin()(agendaOf, at(id))).toMatchObject({ stage: 'planned', sequence: 2 })
  })

  it('follows its order, with the revision it is based on', async () => {
    const { id } = await create()
    await expect(setStage(id, 'cancelled', 7)).rejects.toMatchObject({ status: 412 })
    await setStage(id, 'cancelled', 1)
    await expect(setStage(id, 'called', 2)).rejects.toMatchObject({ status: 409 })
    expect(await setStage(id, 'planned', 2)).toMatchObject({ stage: 'planned', sequence: 2 })
  })

  it('cancels a quarterly meeting too', async () => {
    const quarter = { params: { year: 2026, quarter: 4 } }
    await admin()(saveAgenda, { ...quarter, body: { date: '2026-11-12' }, revision: 'new' })
    await setStage('2026-Q4', 'cancelled', 1)
    expect(await admin()(getAgenda, quarter)).toMatchObject({ stage: 'cancelled' })
  })
})

describe('the list of meetings', () => {
  it('has the meetings of some days, by pages', async () => {
    for (const date of ['2026-11-12', '2026-11-13', '2027-01-05']) await create({ date })
    const list = (query: object) => admin()(listMeetings, { query })
    const first = await list({ from: '2026-11-12', to: '2026-12-31', limit: 1 })
    expect(first.meetings.map(({ id }) => id)).toEqual(['2026-11-12-finance'])
    const { next } = first
    const second = await list({ from: '2026-11-12', to: '2026-12-31', limit: 1, after: next })
    expect(second.meetings.map(({ id }) => id)).toEqual(['2026-11-13-finance'])
    expect(second.next).toBeUndefined()
    expect((await list({ body: 'board' })).meetings).toEqual([])
  })

  it('has the quarters with an agenda or papers that the reader sees', async () => {
    await api.ports.store.create('agendas', '2026-Q3', { title: 'Old', date: '2026-08-01' })
    const slot = 'meeting-2026-q4-agenda'
    const embed = { embedUrl: 'https://airtable.com/embed/x', active: true }
    await api.ports.store.create('resource_mappings', slot, embed)
    expect((await member()(listMeetings, { query: {} })).meetings).toEqual([
      {
        id: '2026-Q4',
        body: { id: 'board', name: 'Board' },
        kind: 'quarterly',
        title: 'Q4 2026 Board Meeting',
        stage: 'planned',
      },
    ])
    const { meetings } = await admin()(listMeetings, { query: {} })
    expect(meetings[0]).toMatchObject({ id: '2026-Q3', stage: 'held', agenda: 'draft' })
  })
})
