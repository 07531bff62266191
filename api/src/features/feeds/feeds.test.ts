import { randomUUID } from 'node:crypto'
import { deleteAgenda, moveAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { addTerms, saveBody } from '@portal/contract/bodies'
import type { CalendarEvent } from '@portal/contract/calendar'
import { chooseMeetingsBy, endFeed, getOwnFeed, renewFeed } from '@portal/contract/feeds'
import { addAssistant, endGuest, endInvitation, invite } from '@portal/contract/guests'
import { adoptEvent, createMeeting, setMeetingStage } from '@portal/contract/new-meetings'
import { getOwnData } from '@portal/contract/own-data'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { eraseUser } from '@portal/contract/users'
import ICAL from 'ical.js'
import { sync } from 'node-ical'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

const id = '2026-11-12-finance'
const at = { params: { meeting: id } }
const q4 = { year: 2026, quarter: 4 }
const nonce = 'a-random-text-of-22-signs'
const moment = (day: number, time: string) => ({ dateTime: `2026-11-${day}T${time}:00-08:00` })
const call = {
  id: 'finance-1',
  summary: 'Finance Committee Meeting',
  start: moment(12, '10:00'),
  end: moment(12, '11:30'),
  join_url: 'https://meet.example/finance',
}
const retreat = { id: 'retreat', summary: 'Retreat', start: moment(20, '09:00') }

let api: TestApi
let events: CalendarEvent[]
let isDown: boolean
let clock: string
beforeEach(async () => {
  clock = '2026-11-10T20:00:00Z'
  isDown = false
  events = [call, retreat]
  const calendar = {
    between: async () => (isDown ? Promise.reject(new Error('down')) : events),
    byId: async (wanted: string) => events.find((each) => each.id === wanted),
    problems: async () => [],
  }
  const env = { PUBLIC_URL: 'https://board.larkspur.example', MAIL: 'off' }
  api = await testApi({ now: () => new Date(clock), ports: { calendar }, env })
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
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const publish = async () => {
  const { revision = 'new' } = await admin()(ofMeeting(getPublication), at)
  await admin()(ofMeeting(setPublication), { ...at, body: { state: 'published' }, revision })
}
const addressOf = async (as = api.call('member'), own = nonce) =>
  (await as(renewFeed, { body: { nonce: own } })).path
const read = (path: string, headers: Record<string, string> = {}) => api.request(path, { headers })
const feedOf = async (path: string) => {
  const response = await read(path)
  expect(response.status).toBe(200)
  return response.text()
}
/** The events of a feed by an independent parser. */
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
const titles = async (path: string) => eventsIn(await feedOf(path)).map(({ summary }) => summary)

describe('the address of a feed', () => {
  it('is made once, and again returned only for the same request', async () => {
    const member = api.call('member')
    expect(await member(getOwnFeed)).toEqual({ meetingsBy: 'feed', sendsInvitations: false })
    const path = await addressOf()
    expect(path).toMatch(/^\/api\/feeds\/[\w-]{43}\.ics$/)
    expect(await addressOf()).toBe(path)
    const createdAt = '2026-11-10T20:00:00.000Z'
    expect(await member(getOwnFeed)).toMatchObject({ createdAt })
    expect((await member(getOwnData)).feed).toEqual({ addressMadeAt: createdAt })
    // Another person's random text makes another address.
    expect(await addressOf(api.call('staff'))).not.toBe(path)
  })

  it('isn’t stored, only its hash', async () => {
    const path = await addressOf()
    const secret = path.slice('/api/feeds/'.length, -'.ics'.length)
    const stored = await api.ports.store.get('feeds', uidOf(testPeople.member))
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(JSON.stringify(stored)).not.toContain(nonce)
  })

  it('ends when a new one is made, and when its owner ends it', async () => {
    const [first, second] = [await addressOf(), await addressOf(undefined, randomUUID())]
    expect((await read(first)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    await api.call('member')(endFeed)
    await api.call('member')(endFeed)
    expect((await read(second)).status).toBe(404)
  })

  it('ends with the access of its owner', async () => {
    const path = await addressOf()
    await api.disable('member')
    expect((await read(path)).status).toBe(404)
    const uid = uidOf(testPeople.member)
    expect(await api.ports.store.get('feeds', uid)).toBeDefined()
    await admin()(eraseUser, { params: { uid } })
    expect((await read(path)).status).toBe(404)
    expect(await api.ports.store.get('feeds', uid)).toBeUndefined()
  })

  it('is in no log, even if the feed can’t be read', async () => {
    const path = await addressOf()
    api.accounts.get = async () => Promise.reject(new Error('down'))
    expect((await read(path)).status).toBeGreaterThanOrEqual(500)
    expect(api.logged.join('\n')).not.toContain(path.slice(11, 40))
  })

  it('is guessed a limited number of times, and the right one still works', async () => {
    const path = await addressOf()
    const statuses: number[] = []
    for (let count = 0; count < 35; count += 1) {
      statuses.push((await read(`/api/feeds/${'A'.repeat(43)}.ics`)).status)
    }
    expect(statuses.slice(0, 30).every((status) => status === 404)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
    expect((await read(path)).status).toBe(200)
  })
})

describe('a feed', () => {
  it('has what its owner may see now, and nothing that is in preparation', async () => {
    events = [retreat]
    const [own, other] = [await addressOf(), await addressOf(api.call('staff'))]
    expect(await titles(own)).toEqual(['Retreat'])
    await publish()
    expect(await titles(own)).toEqual(['Finance Committee Meeting', 'Retreat'])
    expect(await titles(other)).toEqual(['Retreat'])
  })

  it('has no event that is limited to the readers of a meeting which its owner isn’t', async () => {
    await publish()
    const other = await addressOf(api.call('staff'))
    expect(await titles(other)).toContain('Finance Committee Meeting')
    const body = { event: 'finance-1', limited: true }
    await admin()(adoptEvent, { ...at, body, revision: 1 })
    const text = await feedOf(other)
    expect(text).not.toContain('Finance')
    expect(text).not.toContain('meet.example')
  })

  it('defines the foundation’s zone, and leads back to the portal', async () => {
    await publish()
    const text = await feedOf(await addressOf())
    expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:America/Los_Angeles')
    const [event] = eventsIn(text)
    const page = `https://board.larkspur.example/meetings/${id}`
    expect(event!.description).toContain(page)
    expect(event!.description).toContain('Join: https://meet.example/finance')
    expect(event!.component.getFirstPropertyValue('url')).toBe(page)
    expect(event!.startDate.toJSDate().toISOString()).toBe('2026-11-12T17:00:00.000Z')
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const parsed = Object.values(sync.parseICS(text))
    const other = parsed.find((each) => each?.type === 'VEVENT' && each.uid === event!.uid)
    expect(other).toMatchObject({ start: new Date('2026-11-12T17:00:00Z') })
  })

  it('also defines the zone if nothing is planned', async () => {
    events = []
    const text = await feedOf(await addressOf())
    expect(text).toContain('BEGIN:VTIMEZONE')
    expect(eventsIn(text)).toEqual([])
  })

  it('names no item of an agenda', async () => {
    await publish()
    const items = [{ id: 'a', title: 'Merger talks' }]
    await admin()(ofMeeting(saveAgenda), { ...at, body: { items }, revision: 1 })
    const body = { status: 'published' } as const
    await admin()(ofMeeting(setAgendaStatus), { ...at, body, revision: 2 })
    expect(await feedOf(await addressOf())).not.toContain('Merger')
  })

  it('counts the changes of time, place, title and cancellation, and no other', async () => {
    await publish()
    events = []
    const path = await addressOf()
    const shown = async () => {
      const [event] = eventsIn(await feedOf(path))
      return [event!.uid, event!.sequence, event!.component.getFirstPropertyValue('status')]
    }
    const [uid] = await shown()
    const save = (body: object, revision: number) =>
      admin()(ofMeeting(saveAgenda), { ...at, body, revision })
    await save({ description: 'Bring a pen' }, 1)
    expect(await shown()).toEqual([uid, 0, null])
    await save({ date: '2026-11-13' }, 2)
    await save({ location: 'Library' }, 3)
    expect(await shown()).toEqual([uid, 2, null])
    await admin()(setMeetingStage, { ...at, body: { stage: 'cancelled' }, revision: 4 })
    expect(await shown()).toEqual([uid, 3, 'CANCELLED'])
  })

  it('keeps a quarterly meeting’s UID when it moves to another quarter', async () => {
    events = []
    const body = { title: 'Winter Meeting', date: '2026-12-10', time: '10:00', endTime: '12:00' }
    await admin()(saveAgenda, { params: q4, body, revision: 'new' })
    await admin()(setAgendaStatus, { params: q4, body: { status: 'published' }, revision: 1 })
    const path = await addressOf()
    const shown = async () =>
      eventsIn(await feedOf(path)).map(({ uid, sequence }) => [uid, sequence])
    expect(await shown()).toEqual([['2026-Q4@board.larkspur.example', 0]])
    await admin()(moveAgenda, { params: q4, body: { date: '2027-01-14' }, revision: 2 })
    expect(await shown()).toEqual([['2026-Q4@board.larkspur.example', 1]])
    await admin()(deleteAgenda, {
      params: { year: 2027, quarter: 1 },
      query: { confirmed: true },
      revision: 1,
    } as never)
    expect(await shown()).toEqual([])
  })

  it('has a quarterly meeting once, although the calendar has its event', async () => {
    const body = { title: 'Winter Meeting', date: '2026-12-10', time: '10:00', endTime: '12:00' }
    await admin()(saveAgenda, { params: q4, body, revision: 'new' })
    await admin()(setAgendaStatus, { params: q4, body: { status: 'published' }, revision: 1 })
    const start = { dateTime: '2026-12-10T09:00:00-08:00' }
    events = [{ id: 'b', summary: 'Q4 Board Meeting', start, join_url: 'https://meet.example/q4' }]
    const shown = eventsIn(await feedOf(await addressOf()))
    expect(shown.map(({ summary, uid }) => [summary, uid])).toEqual([
      ['Winter Meeting', '2026-Q4@board.larkspur.example'],
    ])
    expect(shown[0]!.description).toContain('https://meet.example/q4')
  })

  it('is the same file as Add to calendar, event by event', async () => {
    await publish()
    const [event] = eventsIn(await feedOf(await addressOf()))
    const headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
    const file = await api.request('/api/calendar/events/finance-1/ics', { headers })
    const [kept] = eventsIn(await file.text())
    expect(kept!.component.toString()).toBe(event!.component.toString())
  })

  it('is refused for now while the foundation’s calendar can’t be read', async () => {
    await publish()
    const path = await addressOf()
    isDown = true
    const response = await read(path)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.json()).toMatchObject({ code: 'unavailable' })
  })

  it('isn’t sent again to a calendar that has it', async () => {
    await publish()
    const path = await addressOf()
    const first = await read(path)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const etag = first.headers.get('etag')!
    clock = '2026-11-10T21:00:00Z'
    const again = await read(path, { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await admin()(ofMeeting(saveAgenda), { ...at, body: { location: 'Library' }, revision: 1 })
    expect((await read(path, { 'if-none-match': etag })).status).toBe(200)
  })

  it('has at most the past year and the next two, and 1,000 events', async () => {
    const on = (day: number) => new Date(Date.parse('2026-11-10T18:00:00Z') + day * 86_400_000)
    events = Array.from({ length: 1500 }, (_, index) => ({
      id: `e${index}`,
      summary: `Event ${index}`,
      start: { dateTime: on((index - 500) / 2).toISOString() },
    }))
    const shown = await titles(await addressOf())
    expect(shown).toHaveLength(1000)
    expect([shown[0], shown.at(-1)]).toEqual(['Event 499', 'Event 1498'])
  })
})

describe('a guest’s feed', () => {
  it('has only the meetings that they are invited to, until the invitation ends', async () => {
    await publish()
    const items = [{ id: 'audit', title: 'Audit' }]
    await admin()(ofMeeting(saveAgenda), { ...at, body: { items }, revision: 1 })
    const status = { status: 'published' } as const
    await admin()(ofMeeting(setAgendaStatus), { ...at, body: status, revision: 2 })
    const sam = { name: 'Sam Guest', email: 'sam@elsewhere.example' }
    const { invitation, account = '' } = await admin()(invite, {
      body: { who: sam, meeting: id, items: ['audit'], until: '2026-11-13' },
    })
    const as = api.call({ uid: account, email: sam.email, provider: 'password' })
    const path = await addressOf(as)
    const text = await feedOf(path)
    expect(eventsIn(text).map(({ summary }) => summary)).toEqual(['Finance Committee Meeting'])
    expect(text).not.toContain('Audit')
    await admin()(endInvitation, { params: { id: invitation.id } })
    expect(await titles(path)).toEqual([])
    await admin()(endGuest, { params: { uid: account } })
    expect((await read(path)).status).toBe(404)
  })

  it('ends for an assistant with the access of the person they work for', async () => {
    await publish()
    const body = { name: 'Pat', email: 'pat@elsewhere.example', assists: 'maria' }
    const { uid } = await admin()(addAssistant, { body })
    const path = await addressOf(api.call({ uid, email: body.email, provider: 'password' }))
    expect((await read(path)).status).toBe(200)
    await api.disable('member')
    expect((await read(path)).status).toBe(404)
  })
})

describe('the choice', () => {
  it('is the feed while mail is off', async () => {
    const member = api.call('member')
    const chosen = await member(chooseMeetingsBy, { body: { meetingsBy: 'invitations' } })
    expect(chosen).toMatchObject({ meetingsBy: 'invitations', sendsInvitations: false })
    expect(await member(getOwnFeed)).toEqual(chosen)
    await publish()
    // Nobody sends invitations, so the feed still has every meeting.
    expect(await titles(await addressOf())).toContain('Finance Committee Meeting')
  })
})
