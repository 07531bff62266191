import { randomUUID } from 'node:crypto'
import { saveAgenda } from '@portal/contract/agendas'
import { addTerms, listTerms, saveBody, saveTerm } from '@portal/contract/bodies'
import { chooseMeetingsBy, renewFeed } from '@portal/contract/feeds'
import { createMeeting, setMeetingStage } from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import ICAL from 'ical.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

const id = '2026-11-12-finance'
const at = { params: { meeting: id } }

let api: TestApi
let clock: string
beforeEach(async () => {
  clock = '2026-11-02T20:00:00Z'
  api = await testApi({ now: () => new Date(clock) })
  clock = '2026-11-03T20:00:00Z'
  const entry = { role: 'Trustee', type: 'board', account: uidOf(testPeople.member) }
  const email = testPeople.member.email
  await api.ports.store.create('directory', 'maria', { ...entry, name: 'Maria Lopez', email })
  const body = { name: 'Finance Committee' }
  await admin()(saveBody, { params: { id: 'finance' }, body, revision: 'new' })
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
const save = (body: object, revision: number) =>
  admin()(ofMeeting(saveAgenda), { ...at, body, revision })
/** What was queued, the first first: the calendar's method, its SEQUENCE and who it is for. */
async function invited() {
  await api.features.feeds.inviteDue()
  const { documents } = await api.ports.store.list('mails')
  return documents
    .filter(({ kind }) => kind === 'calendar')
    .map((mail) => {
      const { method, ics } = mail['calendar'] as { method: string; ics: string }
      const event = new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent('vevent')!
      return {
        text: `${method} ${String(event.getFirstPropertyValue('sequence'))}`,
        attendee: String(event.getFirstPropertyValue('attendee')).toLowerCase(),
        uid: event.getFirstPropertyValue('uid'),
        ics,
      }
    })
    .toSorted((a, b) => (a.text.slice(-1) < b.text.slice(-1) ? -1 : 1))
}
const texts = async () => (await invited()).map(({ text }) => text)
const feedHasIt = async () => {
  const { path } = await api.call('member')(renewFeed, { body: { nonce: 'n'.repeat(22) } })
  return (await (await api.request(path)).text()).includes('Finance')
}

describe('an invitation', () => {
  it('is mailed once, when the meeting isn’t in preparation any more', async () => {
    expect(await texts()).toEqual([])
    await publish()
    const [mail, ...others] = await invited()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      text: 'REQUEST 0',
      attendee: `mailto:${testPeople.member.email}`,
    })
    expect(mail!.ics).toContain('RSVP=TRUE')
    expect(mail!.ics).toContain('BEGIN:VTIMEZONE')
    await Promise.all([api.features.feeds.inviteDue(), api.features.feeds.inviteDue()])
    expect(await texts()).toEqual(['REQUEST 0'])
  })

  it('follows the changes of time, place, title and cancellation, with the same UID', async () => {
    await publish()
    await invited()
    await save({ description: 'Bring a pen' }, 1)
    expect(await texts()).toEqual(['REQUEST 0'])
    await save({ location: 'Library' }, 2)
    expect(await texts()).toEqual(['REQUEST 0', 'REQUEST 1'])
    await admin()(setMeetingStage, { ...at, body: { stage: 'cancelled' }, revision: 3 })
    const all = await invited()
    expect(all.map(({ text }) => text)).toEqual(['REQUEST 0', 'REQUEST 1', 'CANCEL 2'])
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(1)
  })

  it('is withdrawn from whoever has left the body', async () => {
    await publish()
    await invited()
    const { terms } = await admin()(listTerms)
    const { id: term, revision, ...body } = terms.find(({ person }) => person === 'maria')!
    const { person: _, name: __, ...own } = body as Record<string, unknown>
    await admin()(saveTerm, {
      params: { id: term },
      body: { ...own, to: '2026-11-02' },
      revision,
    } as never)
    expect((await texts()).toSorted()).toEqual(['CANCEL 0', 'REQUEST 0'])
  })

  it('isn’t mailed to whoever has chosen the feed, which has the meeting then', async () => {
    await api.call('member')(chooseMeetingsBy, { body: { meetingsBy: 'feed' } })
    await publish()
    expect(await texts()).toEqual([])
    expect(await feedHasIt()).toBe(true)
  })

  it('keeps the meeting out of the feed, so that it doesn’t appear twice', async () => {
    await publish()
    expect(await feedHasIt()).toBe(true)
    await invited()
    expect(await feedHasIt()).toBe(false)
    await api.call('member')(chooseMeetingsBy, { body: { meetingsBy: 'feed' } })
    expect(await feedHasIt()).toBe(false)
  })
})
