import { randomUUID } from 'node:crypto'
import { deleteAgenda, getAgenda, saveAgenda } from '@portal/contract/agendas'
import { addTerms, saveBody } from '@portal/contract/bodies'
import {
  type CalendarEvent,
  downloadEvent,
  getEvent,
  listEvents,
  listUpcomingEvents,
} from '@portal/contract/calendar'
import {
  adoptEvent,
  createMeeting,
  listEventMatches,
  setMeetingStage,
} from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { undoChanges } from '@portal/contract/undo'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

const id = '2026-11-12-finance'
const title = 'Finance Committee Meeting'
const at = { params: { meeting: id } }
const month = { query: { from: '2026-11-01', to: '2026-12-01' } }
const moment = (day: number, time: string) => ({ dateTime: `2026-11-${day}T${time}:00-08:00` })
const event = {
  id: 'finance-1',
  summary: 'Finance  committee meeting',
  start: moment(12, '10:00'),
  end: moment(12, '11:30'),
  location: 'Library',
  join_url: 'https://meet.example/finance',
}
const shop = { id: 'shop', summary: 'Retreat', start: moment(20, '09:00') }

let api: TestApi
let events: CalendarEvent[]
beforeEach(async () => {
  events = [event, shop]
  const calendar = {
    between: async () => events,
    byId: async (wanted: string) => events.find((each) => each.id === wanted),
    problems: async () => [],
  }
  api = await testApi({ now: () => new Date('2026-11-10T20:00:00Z'), ports: { calendar } })
  const entry = { role: 'Trustee', type: 'board', account: uidOf(testPeople.member) }
  await api.ports.store.create('directory', 'maria', { ...entry, name: 'Maria Lopez' })
  await admin()(saveBody, {
    params: { id: 'finance' },
    body: { name: 'Finance Committee' },
    revision: 'new',
  })
  const term = { person: 'maria', body: 'finance', office: 'member', voting: true } as const
  await admin()(addTerms, { body: { terms: [{ ...term, from: '2026-01-01' }] } })
  const meeting = { body: 'finance', kind: 'committee', date: '2026-11-12' } as const
  await admin()(createMeeting, { body: { key: randomUUID(), ...meeting } })
  const { revision = 'new' } = await admin()(ofMeeting(getPublication), at)
  await admin()(ofMeeting(setPublication), { ...at, body: { state: 'published' }, revision })
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const member = () => api.call('member')
const outsider = () => api.call('staff')
const ids = async (as = member()) => (await as(listEvents, month)).map((each) => each.id)
const adopt = (
  body: { event?: string; adopt?: 'event' | 'meeting'; limited?: boolean },
  revision: number,
) => admin()(adoptEvent, { ...at, body, revision })
const matches = async () => (await admin()(listEventMatches)).matches
const save = (body: object, revision: number) =>
  admin()(ofMeeting(saveAgenda), { ...at, body, revision })

describe('a meeting that the calendar doesn’t have', () => {
  it('is an event for anyone who may see the meeting', async () => {
    events = [shop]
    expect(await ids()).toEqual([`meeting-${id}`, 'shop'])
    expect(await ids(outsider())).toEqual(['shop'])
    const params = { id: `meeting-${id}` }
    expect(await member()(getEvent, { params })).toEqual({
      id: `meeting-${id}`,
      summary: title,
      start: moment(12, '09:00'),
      end: moment(12, '10:00'),
      fromAgenda: true,
      meeting: id,
      body: { id: 'finance', name: 'Finance Committee' },
    })
    await expect(outsider()(getEvent, { params })).rejects.toMatchObject({ status: 404 })
    expect((await member()(listUpcomingEvents)).map((each) => each.id)).toEqual([
      `meeting-${id}`,
      'shop',
    ])
  })

  it('stays with its changes when it is cancelled', async () => {
    events = []
    await save({ date: '2026-11-13' }, 1)
    await admin()(setMeetingStage, { ...at, body: { stage: 'cancelled' }, revision: 2 })
    const [shown] = await member()(listEvents, month)
    expect(shown).toMatchObject({ cancelled: true, summary: `Cancelled: ${title}` })
    const headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
    const file = await api.request(`/api/calendar/events/meeting-${id}/ics`, { headers })
    const text = await file.text()
    expect(text).toContain('STATUS:CANCELLED')
    expect(text).toContain('SEQUENCE:2')
  })
})

describe('a meeting and its event', () => {
  it('are one if they have the same day and title, with the meeting’s times', async () => {
    expect(await ids()).toEqual(['finance-1', 'shop'])
    const shown = await member()(getEvent, { params: { id: 'finance-1' } })
    expect(shown).toMatchObject({
      summary: title,
      start: moment(12, '09:00'),
      location: 'Library',
      join_url: event.join_url,
      meeting: id,
    })
    expect(await outsider()(getEvent, { params: { id: 'finance-1' } })).toEqual(event)
  })

  it('are confirmed once by an admin, who sees both and adopts either', async () => {
    expect(await matches()).toMatchObject([
      {
        meeting: { id },
        event: { id: 'finance-1' },
        confirmed: false,
        differs: ['time', 'location'],
      },
    ])
    const kept = await adopt({ event: 'finance-1', adopt: 'meeting' }, 1)
    expect(kept).toMatchObject({ eventId: 'finance-1', time: '09:00', revision: 2 })
    expect(await adopt({ event: 'finance-1', adopt: 'meeting' }, 1)).toEqual(kept)
    expect(await matches()).toMatchObject([{ confirmed: true, differs: [] }])
    // The event has changed since.
    const stored = await api.ports.store.get('meetings', id)
    const { id: _id, revision: _revision, updatedAt: _updatedAt, ...record } = stored!
    await api.ports.store.update('meetings', id, { ...record, eventKept: 'earlier' }, 2)
    expect(await matches()).toMatchObject([{ differs: ['time', 'location'] }])
    const taken = await adopt({ event: 'finance-1', adopt: 'event' }, 3)
    expect(taken).toMatchObject({
      id,
      date: '2026-11-12',
      time: '10:00',
      endTime: '11:30',
      location: 'Library',
      sequence: 1,
    })
    expect(await matches()).toMatchObject([{ differs: [] }])
    await admin()(undoChanges, { body: { changes: [{ subject: id, what: 'meeting matched' }] } })
    expect(await admin()(ofMeeting(getAgenda), at)).toMatchObject({ time: '09:00' })
    expect(await adopt({}, 5)).not.toHaveProperty('eventId')
  })

  it('are one by the match, regardless of the day and the title', async () => {
    await adopt({ event: 'shop' }, 1)
    expect(await ids()).toEqual(['shop', 'finance-1'])
    const [first] = await member()(listEvents, month)
    expect(first).toMatchObject({ id: 'shop', summary: title, start: moment(12, '09:00') })
    await expect(adopt({ event: 'unknown' }, 2)).rejects.toMatchObject({ status: 404 })
  })
})

describe('an event that is limited to the readers of its meeting', () => {
  it('isn’t there for anybody else, at any address', async () => {
    await adopt({ event: 'finance-1', limited: true }, 1)
    expect(await ids()).toEqual(['finance-1', 'shop'])
    expect(await ids(outsider())).toEqual(['shop'])
    const one = { params: { id: 'finance-1' } }
    await expect(outsider()(getEvent, one)).rejects.toMatchObject({ status: 404 })
    await expect(outsider()(downloadEvent, one)).rejects.toMatchObject({ status: 404 })
    expect((await outsider()(listUpcomingEvents)).map((each) => each.id)).toEqual(['shop'])
    expect(await matches()).toMatchObject([{ limited: true }])
    const deletion = admin()(ofMeeting(deleteAgenda), { ...at, revision: 2 })
    await expect(deletion).rejects.toMatchObject({ status: 409 })
    await adopt({ event: 'finance-1', limited: false }, 2)
    expect(await ids(outsider())).toEqual(['finance-1', 'shop'])
  })
})
