import { randomUUID } from 'node:crypto'
import { deleteAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { addTerms, deleteTerm, listTerms, saveBody, saveTerm } from '@portal/contract/bodies'
import { chooseMeetingsBy, getOwnFeed, renewFeed } from '@portal/contract/feeds'
import { addAssistant, endInvitation, invite } from '@portal/contract/guests'
import { listMails, sendMailAgain } from '@portal/contract/mail'
import { createMeeting, setMeetingStage } from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { undoChanges } from '@portal/contract/undo'
import ICAL from 'ical.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryMail } from '../../adapters/memory/memory-mail.ts'
import { Refusal } from '../../refusal.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import type { Mail } from '../mail/mail-feature.ts'

const id = '2026-11-12-finance'
const at = { params: { meeting: id } }

let api: TestApi
let clock: string
let termId: string
/** What the mail server does. */
let server: 'sends' | 'is down' | 'refuses' | 'is cut'
beforeEach(async () => {
  clock = '2026-11-02T20:00:00Z'
  server = 'sends'
  const receiver = memoryMail()
  const mail: Mail = {
    ...receiver,
    async send(message, begin, signal) {
      if (server === 'is down') throw new Refusal('unavailable', 'down')
      if (server === 'sends') return receiver.send(message, begin, signal)
      await begin()
      if (server === 'is cut') return { state: 'unknown', reply: 'cut' }
      return { state: 'refused', reply: '550 No such user' }
    },
  }
  api = await testApi({ now: () => new Date(clock), ports: { mail } })
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
  await api.features.mail.sendDue()
  const { documents } = await api.ports.store.list('mails')
  return documents
    .filter(({ kind, state }) => kind === 'calendar' && state !== 'failed')
    .map((mail) => {
      const { method, ics } = mail['calendar'] as { method: string; ics: string }
      const event = new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent('vevent')!
      return {
        text: `${method} ${String(event.getFirstPropertyValue('sequence'))}`,
        attendee: String(event.getFirstPropertyValue('attendee')).toLowerCase(),
        uid: event.getFirstPropertyValue('uid'),
        start: String(event.getFirstPropertyValue('dtstart')),
        subject: String(mail['subject']),
        words: JSON.stringify(mail['content']),
        ics,
      }
    })
    .toSorted((a, b) => (a.text.slice(-1) < b.text.slice(-1) ? -1 : 1))
}
const texts = async () => (await invited()).map(({ text }) => text)
const feedHasIt = async (as = api.call('member')) => {
  const { path } = await as(renewFeed, { body: { nonce: 'n'.repeat(22) } })
  return (await (await api.request(path)).text()).includes('Finance')
}

describe('an invitation', () => {
  it('is a choice that an assistant doesn’t have, and follows a guest’s invitation to the meeting', async () => {
    const body = { name: 'Pat', email: 'pat@elsewhere.example', assists: 'maria' }
    const { uid } = await admin()(addAssistant, { body })
    const assistant = api.call({ uid, email: body.email, provider: 'password' })
    expect(await assistant(getOwnFeed)).toMatchObject({ sendsInvitations: false })
    expect(await api.call('member')(getOwnFeed)).toMatchObject({ sendsInvitations: true })
    await publish()
    await save({ items: [{ id: 'audit', title: 'Audit' }] }, 1)
    const status = { status: 'published' } as const
    await admin()(ofMeeting(setAgendaStatus), { ...at, body: status, revision: 2 })
    expect(await texts()).toEqual(['REQUEST 0'])
    expect([await feedHasIt(), await feedHasIt(assistant)]).toEqual([false, true])

    const who = { name: 'Sam Guest', email: 'sam@elsewhere.example' }
    const { invitation } = await admin()(invite, {
      body: { who, meeting: id, items: ['audit'], until: '2026-11-13' },
    })
    const ofSam = async () =>
      (await invited()).flatMap(({ attendee, text }) =>
        attendee === `mailto:${who.email}` ? [text] : [],
      )
    expect(await ofSam()).toEqual(['REQUEST 0'])
    await admin()(endInvitation, { params: { id: invitation.id } })
    expect(await ofSam()).toEqual(['REQUEST 0', 'CANCEL 1'])
  })

  it('is mailed once, when the meeting isn’t in preparation any more, and takes it out of the feed', async () => {
    expect(await texts()).toEqual([])
    await publish()
    expect(await feedHasIt()).toBe(true)
    const [mail, ...others] = await invited()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      text: 'REQUEST 0',
      attendee: `mailto:${testPeople.member.email}`,
    })
    // Nobody reads what a calendar program would answer.
    expect(mail!.ics).toContain('RSVP=FALSE')
    expect(mail!.ics).toContain('BEGIN:VTIMEZONE')
    const links = [...mail!.words.matchAll(/"(https?:[^"]*\/reply\/[^"]+)"/g)].map(
      ([, link]) => link!,
    )
    expect(links.map((link) => new URL(link).searchParams.get('answer'))).toEqual([
      'in-person',
      'video',
      'cannot-come',
      'not-sure',
    ])
    const { pathname, search } = new URL(links[0]!)
    expect((await api.request(pathname + search)).status).toBe(200)
    await Promise.all([api.features.feeds.inviteDue(), api.features.feeds.inviteDue()])
    expect(await texts()).toEqual(['REQUEST 0'])
    // It doesn’t appear twice, also if the person chooses the feed afterwards.
    expect(await feedHasIt()).toBe(false)
    await api.call('member')(chooseMeetingsBy, { body: { meetingsBy: 'feed' } })
    expect(await feedHasIt()).toBe(false)
  })

  it('follows the changes of time, place, title and cancellation, with the same UID', async () => {
    await publish()
    await invited()
    await save({ description: 'Bring a pen' }, 1)
    expect(await texts()).toEqual(['REQUEST 0'])
    await save({ location: 'Library' }, 2)
    expect(await texts()).toEqual(['REQUEST 0', 'REQUEST 1'])
    await save({ date: '2026-11-13' }, 3)
    const changed = (await invited()).at(-1)!
    expect(changed.subject).toBe('Changed: Finance Committee Meeting')
    expect(changed.words).toContain('The meeting moved from Thursday 12 November 2026')
    await admin()(setMeetingStage, { ...at, body: { stage: 'cancelled' }, revision: 4 })
    const all = await invited()
    expect(all.map(({ text }) => text)).toEqual(['REQUEST 0', 'REQUEST 1', 'REQUEST 2', 'CANCEL 3'])
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
    // Whoever has left learns nothing of what became of the meeting.
    await save({ title: 'Secret', date: '2026-11-13' }, 1)
    const [invitation, withdrawal, ...others] = await invited()
    expect([invitation!.text, withdrawal!.text, others]).toEqual(['REQUEST 0', 'CANCEL 1', []])
    expect(withdrawal!.uid).toBe(invitation!.uid)
    expect(withdrawal!.start).toBe(invitation!.start)
    expect(withdrawal!.ics + withdrawal!.words).not.toContain('Secret')
    expect(withdrawal!.subject).toBe('Withdrawn: Finance Committee Meeting')
  })

  it('is withdrawn and made again with the meeting, with a higher SEQUENCE each time', async () => {
    await publish()
    await invited()
    const { revision } = await admin()(ofMeeting(getPublication), at)
    const body = { state: 'preparation' } as const
    await admin()(ofMeeting(setPublication), { ...at, body, revision: revision! })
    expect(await texts()).toEqual(['REQUEST 0', 'CANCEL 1'])
    await publish()
    expect(await texts()).toEqual(['REQUEST 0', 'CANCEL 1', 'REQUEST 2'])
    await admin()(ofMeeting(deleteAgenda), { ...at, revision: 1, query: { confirmed: 'true' } })
    expect((await texts()).at(-1)).toBe('CANCEL 3')
    await admin()(undoChanges, { body: { changes: [{ subject: id, what: 'agenda deleted' }] } })
    const all = await invited()
    expect(all.at(-1)!.text).toBe('REQUEST 4')
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(1)
  })

  it('isn’t withdrawn once the meeting is over, and forgotten with the feed’s past', async () => {
    await publish()
    await invited()
    clock = '2026-11-14T20:00:00Z'
    await remove()
    expect(await texts()).toEqual(['REQUEST 0'])
    const kept = async () => (await api.ports.store.list('calendar_invitations')).documents.length
    expect(await kept()).toBe(1)
    clock = '2027-11-14T20:00:00Z'
    await api.features.feeds.inviteDue()
    expect(await kept()).toBe(0)
  })

  it('isn’t mailed to whoever has chosen the feed, which has the meeting then', async () => {
    await api.call('member')(chooseMeetingsBy, { body: { meetingsBy: 'feed' } })
    await publish()
    expect(await texts()).toEqual([])
    expect(await feedHasIt()).toBe(true)
  })
})

const replaced = 'The meeting, or who is invited to it, has changed since.'
const ended = async () => {
  const { mails } = await admin()(listMails, { query: { state: 'failed' } })
  return mails.map(({ reply }) => reply)
}
const remove = () =>
  admin()(ofMeeting(deleteAgenda), { ...at, revision: 1, query: { confirmed: 'true' } })

describe('an invitation that the mail server delays', () => {
  beforeEach(async () => {
    await publish()
    server = 'is down'
    expect(await texts()).toEqual(['REQUEST 0'])
    clock = '2026-11-04T20:00:00Z'
  })

  it('is sent once, as the meeting is by then', async () => {
    await save({ location: 'Library' }, 1)
    await save({ date: '2026-11-13' }, 2)
    server = 'sends'
    // Before the minute’s look at what has changed.
    await api.features.mail.sendDue()
    const [mail, ...others] = await invited()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: 'Invitation: Finance Committee Meeting' })
    expect(mail!.start).toContain('2026-11-13')
    expect(mail!.ics).toContain('LOCATION:Library')
    expect(mail!.words).not.toContain('moved')
    expect(await ended()).toEqual([replaced])
  })

  it.each([
    [
      'the meeting was cancelled',
      () => admin()(setMeetingStage, { ...at, body: { stage: 'cancelled' }, revision: 1 }),
    ],
    [
      'the person has left the body',
      () => admin()(deleteTerm, { params: { id: termId }, revision: 1 }),
    ],
  ])('isn’t sent if %s, and nothing is withdrawn that nobody has received', async (_, change) => {
    const { terms } = await admin()(listTerms)
    termId = terms[0]!.id
    await change()
    server = 'sends'
    await api.features.mail.sendDue()
    expect(await texts()).toEqual([])
    expect(await ended()).toEqual([replaced])
  })

  it('isn’t sent once the meeting has begun', async () => {
    await save({ time: '09:00', endTime: '15:00', date: '2026-11-05' }, 1)
    await api.features.feeds.inviteDue()
    clock = '2026-11-05T20:00:00Z'
    server = 'sends'
    expect(await texts()).toEqual([])
    expect(new Set(await ended())).toEqual(new Set(['The meeting has begun.', replaced]))
  })
})

describe('an invitation that the mail server refuses', () => {
  it('leaves the meeting in the feed, with the same UID, until it is sent after all', async () => {
    server = 'refuses'
    await publish()
    expect(await texts()).toEqual([])
    await api.features.feeds.inviteDue()
    const { path } = await api.call('member')(renewFeed, { body: { nonce: 'n'.repeat(22) } })
    const inFeed = await (await api.request(path)).text()
    server = 'sends'
    const { mails } = await admin()(listMails, { query: { state: 'failed' } })
    await admin()(sendMailAgain, { params: { id: mails[0]!.id }, body: {} })
    expect(await feedHasIt()).toBe(true)
    const [mail] = await invited()
    expect(inFeed).toContain(`UID:${String(mail!.uid)}`)
    await api.features.feeds.inviteDue()
    expect(await feedHasIt()).toBe(false)
  })

  it('is an invitation again when the meeting changes', async () => {
    server = 'refuses'
    await publish()
    await invited()
    server = 'sends'
    await save({ location: 'Library' }, 1)
    const [mail] = await invited()
    expect(mail).toMatchObject({
      text: 'REQUEST 1',
      subject: 'Invitation: Finance Committee Meeting',
    })
    expect(await feedHasIt()).toBe(false)
  })
})

describe('a correction that the mail server delays', () => {
  beforeEach(async () => {
    await publish()
    expect(await texts()).toEqual(['REQUEST 0'])
    server = 'is down'
  })

  it.each([
    ['a withdrawal', remove, 'CANCEL 1'],
    ['a change', () => save({ location: 'Library' }, 1), 'REQUEST 1'],
  ])('is tried until the meeting is over if it is %s', async (_, change, text) => {
    await change()
    await texts()
    clock = '2026-11-11T20:00:00Z'
    server = 'sends'
    expect(await texts()).toEqual(['REQUEST 0', text])
    expect(await ended()).toEqual([])
  })

  it('is of no use once the meeting is over', async () => {
    await remove()
    await texts()
    clock = '2026-11-13T20:00:00Z'
    server = 'sends'
    expect(await texts()).toEqual(['REQUEST 0'])
    expect(await ended()).toEqual(['down'])
  })
})

describe('an invitation whose arrival is unknown', () => {
  beforeEach(async () => {
    server = 'is cut'
    await publish()
    expect(await texts()).toEqual(['REQUEST 0'])
    server = 'sends'
  })

  it('is withdrawn with the meeting', async () => {
    await remove()
    expect(await texts()).toEqual(['REQUEST 0', 'CANCEL 1'])
  })

  it.each(['is down', 'refuses'] as const)(
    'is withdrawn also if it was sent again while the server %s',
    async (state) => {
      server = state
      const { mails } = await admin()(listMails, { query: { state: 'unknown' } })
      const body = { evenIfUnknown: true }
      await admin()(sendMailAgain, { params: { id: mails[0]!.id }, body })
      await api.features.mail.sendDue()
      clock = '2026-11-04T20:00:00Z'
      server = 'sends'
      await remove()
      expect(await texts()).toEqual(['CANCEL 1'])
      expect(await ended()).toEqual([state === 'refuses' ? '550 No such user' : replaced])
    },
  )
})
