import { eraseUser, updateUser } from '@portal/contract/users'
import { listAudit } from '@portal/contract/audit'
import { getOwnData } from '@portal/contract/own-data'
import { listMails } from '@portal/contract/mail'
import { setPublication } from '@portal/contract/quarters'
import {
  getMeetingNotices,
  getOwnNotices,
  getOwnWaiver,
  listNoticeDeadlines,
  pauseNotices,
  recordWaiver,
  saveOwnNotices,
  sendFormalNotice,
  startNotices,
  waiveNotice,
} from '@portal/contract/notices'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryMail } from '../../adapters/memory/memory-mail.ts'
import { Refusal } from '../../refusal.ts'
import type { Mail, QueuedMail } from '../mail/mail-feature.ts'
import type { TestIdentity } from '../../testing/test-api.ts'
import {
  account,
  meeting,
  noticesWorld,
  type NoticesWorld,
  quarter,
  secret,
  storeGuest,
} from './notices-fixture.ts'

const params = { meeting }
const choices = { papers: true, meetings: true, questions: true, reminders: true }

let world: NoticesWorld
beforeEach(async () => {
  world = await noticesWorld()
})
afterEach(() => world.api.close())

const as = (who: string | TestIdentity) =>
  world.api.call(typeof who === 'string' ? account(who) : who)
const start = () => world.admin(startNotices, { params })
const seen = () => world.admin(getMeetingNotices, { params })
const peopleOf = async (day: string) =>
  (await world.mails()).filter(({ at }) => at.startsWith(day)).map(({ person }) => person)

describe('before the start', () => {
  it('admins see the recipients, the text, and who has to be told by hand', async () => {
    await world.map('asset-summary', 'closed')
    await world.map('budget-update', 'budget')
    const { state, recipients, byHand, first, privateLines } = await seen()
    expect(state).toBe('notStarted')
    expect(recipients.map(({ person, address }) => [person, address])).toEqual([
      ['ann', 'ann@larkspur.example'],
      ['ben', 'ben@larkspur.example'],
      ['cy', 'cy@larkspur.example'],
      ['dee', 'dee@larkspur.example'],
      ['eve', 'eve@larkspur.example'],
      ['gus', 'gus@elsewhere.example'],
      ['maria', 'maria@larkspur.example'],
    ])
    expect(byHand).toEqual([{ person: 'flo', name: 'flo', why: 'noAccount' }])
    expect(first.subject).toBe('News about Winter Meeting')
    expect(JSON.stringify(first)).toContain('Budget Update')
    // What is asked of people is in the message, too.
    expect(JSON.stringify(first)).toContain('Please say whether you come.')
    // A closed item outside the admin's view is counted, and nothing else is said of it.
    expect(privateLines).toBe(1)
    expect(JSON.stringify(first)).not.toContain('closed session')
    expect(JSON.stringify(first)).not.toContain(secret)
  })

  it('nobody is written to, whatever happens', async () => {
    await world.map('budget-update', 'budget')
    await world.change({ time: '10:00' })
    await world.until('2026-11-21T12:00')
    expect(await world.mails()).toEqual([])
  })

  it('notices of a meeting in preparation are refused', async () => {
    await world.admin(setPublication, {
      params: quarter,
      body: { state: 'preparation' },
      revision: 'new',
    })
    await expect(start()).rejects.toMatchObject({ status: 409 })
    expect((await seen()).refusal).toContain('in preparation')
  })
})

describe('the start', () => {
  it('happens once, however often it is pressed, and is in the audit', async () => {
    const first = await start()
    world.at('2026-11-19T13:00')
    const second = await start()
    expect(second.startedAt).toBe(first.startedAt)
    const { entries } = await world.admin(listAudit, { query: { what: 'notices started' } })
    expect(entries).toHaveLength(1)
  })

  it('without mail is refused, and nothing is prepared', async () => {
    const off = await noticesWorld({ env: { MAIL: 'off' } })
    await expect(off.admin(startNotices, { params })).rejects.toMatchObject({ status: 409 })
    await off.until('2026-11-20T09:00')
    expect(await off.mails()).toEqual([])
    await off.api.close()
  })
})

describe('after the start', () => {
  it('people see nothing of what happened before, a repeated run writes to nobody twice, and admins see how far each mail has come', async () => {
    await start()
    await world.until('2026-11-20T08:00')
    const mails = await world.mails()
    await Promise.all([world.prepare(), world.prepare()])
    await world.prepare()
    expect(await world.mails()).toEqual(mails)
    expect(mails).toHaveLength(7)
    const { recipients } = await seen()
    expect(new Set(recipients.map(({ mail }) => mail.state))).toEqual(new Set(['waiting']))
    await world.api.features.mail.sendDue()
    expect((await seen()).recipients[0]!.mail).toMatchObject({ state: 'sent' })
  })

  it('a pause keeps what happens for later, and a change that is taken back is no news', async () => {
    await start()
    await world.until('2026-11-20T09:00')
    await world.change({ time: '10:00' })
    await world.change({ time: '09:00' })
    await world.until('2026-11-21T09:00')
    expect(await peopleOf('11-21')).toEqual([])
    await world.admin(pauseNotices, { params, body: { paused: true } })
    await world.map('budget-update', 'budget')
    await world.until('2026-11-22T09:00')
    expect(await peopleOf('11-22')).toEqual([])
    expect((await seen()).state).toBe('paused')
    await world.admin(pauseNotices, { params, body: { paused: false } })
    await world.until('2026-11-23T09:00')
    expect(await peopleOf('11-22')).not.toEqual([])
  })

  it('papers of a meeting that went back into preparation are told once', async () => {
    await start()
    await world.until('2026-11-20T09:00')
    await world.admin(setPublication, {
      params: quarter,
      body: { state: 'preparation' },
      revision: 'new',
    })
    await world.map('budget-update', 'budget')
    await world.until('2026-11-21T09:00')
    expect(await peopleOf('11-2')).toHaveLength(7)
    await world.admin(setPublication, {
      params: quarter,
      body: { state: 'published' },
      revision: 1,
    })
    await world.until('2026-11-22T09:00')
    const mails = (await world.mails()).filter(({ at }) => at.startsWith('11-22'))
    expect(mails.map(({ person }) => person)).toEqual(['ann', 'ben', 'cy', 'dee', 'eve', 'maria'])
    expect(mails[0]!.text).toContain('Budget Update')
  })

  it('somebody who becomes a recipient later gets one message with the meeting', async () => {
    await start()
    await world.until('2026-11-20T09:00')
    await storeGuest(world.api, 'gil', ['welcome'])
    await world.until('2026-11-21T09:00')
    expect(await peopleOf('11-2')).toContain('gil')
    expect((await peopleOf('11-2')).filter((person) => person === 'gil')).toHaveLength(1)
  })

  it('a guest whose invitation has ended gets nothing more', async () => {
    await storeGuest(world.api, 'gil', ['welcome'], '2026-11-20')
    await start()
    await world.until('2026-11-20T09:00')
    expect(await peopleOf('11-20')).toContain('gil')
    await world.change({ time: '10:00' })
    await world.until('2026-11-21T09:00')
    expect(await peopleOf('11-21')).toContain('gus')
    expect(await peopleOf('11-21')).not.toContain('gil')
  })
})

describe('a digest that waits for the mail server', () => {
  const textTo = (person: string) =>
    world.api.mails
      .filter(({ to }) => to.startsWith(`${person}@`))
      .map(({ bytes }) => Buffer.from(bytes).toString())
      .join()
  /** The morning’s digests, before they are sent. */
  const prepared = async () => {
    await start()
    await world.map('consent-agenda', 'report')
    await world.map('budget-update', 'budget')
    await world.until('2026-11-20T08:00')
    const mails = await world.mails()
    expect(mails.filter(({ text }) => text.includes('Consent Agenda'))).toHaveLength(7)
  }
  const closeFirstItem = async () => {
    const { items } = (await world.api.ports.store.get('agendas', meeting))!
    const [first, ...others] = items as object[]
    const audience = { who: 'named', named: ['maria', 'ruth'] }
    await world.change({ items: [{ ...first, audience }, ...others] })
  }

  it('leaves out what its reader can no longer open, also in what admins see of it', async () => {
    await prepared()
    await closeFirstItem()
    await world.api.features.mail.sendDue()
    expect(textTo('ben')).toContain('Budget Update')
    expect(textTo('ben')).not.toContain('Consent Agenda')
    const ben = (await world.mails()).find(({ person }) => person === 'ben')
    expect(ben?.text).not.toContain('Consent Agenda')
  })

  it('is sent once when the server is back after a day, as is the next one', async () => {
    let isDown = true
    const receiver = memoryMail()
    const mail: Mail = {
      ...receiver,
      send: (...given) =>
        isDown ? Promise.reject(new Refusal('unavailable', 'down')) : receiver.send(...given),
    }
    const own = await noticesWorld({ ports: { mail } })
    await own.admin(startNotices, { params })
    for (let hour = 8; hour < 33; hour += 1) {
      const [day, time] = [20 + Math.floor(hour / 24), String(hour % 24).padStart(2, '0')]
      if (hour === 12) await own.change({ location: 'By video' })
      await own.until(`2026-11-${day}T${time}:00`)
      await own.api.features.mail.sendDue()
    }
    const queued = (await own.mails()).map(({ id }) => id)
    expect(queued).toHaveLength(14)
    expect(receiver.messages).toEqual([])
    isDown = false
    own.at('2026-11-21T09:00')
    for (let times = 0; times < 2; times += 1) {
      await own.prepare()
      await own.api.features.mail.sendDue()
    }
    expect(receiver.messages.map(({ id }) => id).toSorted()).toEqual(queued.toSorted())
    await own.api.close()
  })

  it('isn’t sent if nothing of it is for its reader any more', async () => {
    await prepared()
    const invitation = (await world.api.ports.store.get('invitations', 'gus'))!
    await world.api.ports.store.delete('invitations', invitation.id)
    await world.api.features.mail.sendDue()
    expect(textTo('gus')).toBe('')
    const { mails } = await world.admin(listMails, { query: { state: 'failed' } })
    expect(mails.map(({ person, reply }) => [person, reply])).toEqual([
      ['gus', 'Its reader can no longer open what it is about.'],
    ])
  })
})

it('the mails to a person are in their copy of their data, and are erased with the account, also one that waits', async () => {
  const { mail } = world.api.features
  const to = (person: string) => ({ name: person, address: `${person}@larkspur.example` })
  const of = (person: string, id: string, sendAfter?: Date): QueuedMail => ({
    id: `${id}-${person}`,
    kind: 'question',
    person,
    to: to(person),
    subject: `An ${id} for ${person}`,
    content: { blocks: [] },
    unsubscribable: true,
    sendAfter,
  })
  const later = new Date('2026-12-01T00:00:00Z')
  await world.api.store.transaction((transaction) =>
    mail.mail.queue(transaction, [
      of('ann', 'answer'),
      of('ann', 'offer', later),
      of('ben', 'answer'),
    ]),
  )
  await mail.sendDue()
  await world.api.ports.store.create('mail_unsubscribed', 'ann', { kinds: ['reminder'] })
  const own = await as('ann')(getOwnData)
  expect(own.mails).toHaveLength(2)
  expect(own.mails).toContainEqual(
    expect.objectContaining({ subject: 'An answer for ann', state: 'sent' }),
  )
  await world.admin(updateUser, { params: { uid: 'ann' }, body: { disabled: true } })
  await world.admin(eraseUser, { params: { uid: 'ann' } })
  expect((await world.mails()).map(({ id }) => id)).toEqual(['answer-ben'])
  expect(await world.api.ports.store.get('mail_unsubscribed', 'ann')).toBeUndefined()
  world.at('2026-12-02T09:00')
  await mail.sendDue()
  expect(world.api.mails.map(({ id }) => id)).not.toContain('offer-ann')
})

describe('what other features tell and ask', () => {
  it('is in the next digest of those for whom it is', async () => {
    await start()
    await world.until('2026-11-20T09:00')
    const { notices } = world.api.features
    notices.addSource({
      eventLines: ({ person }, _meeting, { kind, subject }) =>
        kind === 'answered' && person === 'dee' ? [{ text: `Answer to ${subject}` }] : [],
      asksOf: ({ person }) => (person === 'dee' ? [{ text: 'Please reply' }] : []),
    })
    const event = { id: 'q1', meeting, kind: 'answered', subject: 'q1' } as const
    for (let times = 0; times < 2; times += 1) {
      await world.api.store.transaction((transaction) => notices.record(transaction, event))
    }
    await world.until('2026-11-21T09:00')
    const mails = (await world.mails()).filter(({ at }) => at.startsWith('11-21'))
    expect(mails.map(({ person }) => person)).toEqual(['dee'])
    expect(mails[0]!.text).toContain('Answer to q1')
    expect(mails[0]!.text).toContain('Please reply')
  })
})

describe('a person’s choices', () => {
  it('are theirs alone: admins see neither them nor a trace in the audit', async () => {
    await as('ann')(saveOwnNotices, { body: { ...choices, frequency: 'atOnce' } })
    expect((await as('ann')(getOwnNotices)).choices.frequency).toBe('atOnce')
    expect((await as('ben')(getOwnNotices)).choices.frequency).toBe('daily')
    expect(JSON.stringify(await seen())).not.toContain('atOnce')
    const { entries } = await world.admin(listAudit, { query: {} })
    expect(JSON.stringify(entries)).not.toContain('atOnce')
  })

  it('are in the person’s copy of their data, and are erased with the account', async () => {
    await as('ann')(saveOwnNotices, { body: { ...choices, frequency: 'atOnce' } })
    expect(await as('ann')(getOwnData)).toMatchObject({ notices: { frequency: 'atOnce' } })
    await world.admin(updateUser, { params: { uid: 'ann' }, body: { disabled: true } })
    await world.admin(eraseUser, { params: { uid: 'ann' } })
    expect(await world.api.ports.store.get('notice_choices', 'ann')).toBeUndefined()
  })

  it('include what a link in a mail unsubscribed them from, until they choose again', async () => {
    await world.api.ports.store.create('mail_unsubscribed', 'ann', {
      kinds: ['digest', 'reminder'],
    })
    expect((await as('ann')(getOwnNotices)).choices).toMatchObject({
      frequency: 'remindersOnly',
      reminders: false,
    })
    await as('ann')(saveOwnNotices, { body: { ...choices, frequency: 'daily' } })
    expect((await as('ann')(getOwnNotices)).choices).toMatchObject({
      frequency: 'daily',
      reminders: true,
    })
  })
})

describe('the formal notice', () => {
  const send = (id = 'winter-notice') => world.admin(sendFormalNotice, { params, body: { id } })

  it('goes out at night, to those who unsubscribed, and calls the meeting', async () => {
    await world.api.ports.store.create('mail_unsubscribed', 'ann', {
      kinds: ['digest', 'reminder'],
    })
    world.at('2026-11-30T23:30')
    const { formal } = await send()
    const mails = await world.mails()
    expect(mails.map(({ person, at }) => [person, at])).toContainEqual(['ann', '11-30T23:30'])
    expect(mails).toHaveLength(7)
    expect(formal.deadline).toMatchObject({ day: '2026-12-03', days: 7, state: 'kept' })
    expect(formal.sent).toMatchObject([
      {
        id: 'winter-notice',
        by: 'ruth.abelman@larkspur.example',
        subject: 'Notice of meeting: Winter Meeting',
        byHand: [{ person: 'flo', why: 'noAddress' }],
        inTime: true,
      },
    ])
    expect(formal.sent[0]!.recipients).toHaveLength(7)
    expect((await world.api.ports.store.get('agendas', meeting))!['stage']).toBe('called')
  })

  it('is sent once, however often the request is repeated', async () => {
    await send()
    await send()
    expect(await world.mails()).toHaveLength(7)
    const { entries } = await world.admin(listAudit, { query: { what: 'formal notice sent' } })
    expect(entries).toHaveLength(1)
  })

  it('its proof keeps the text, whatever changes later', async () => {
    const { formal } = await send()
    await world.change({ title: 'Another title' })
    expect((await seen()).formal.sent).toEqual(formal.sent)
  })

  it('admins are warned within a week of the deadline, and when it has passed', async () => {
    const due = async () => (await world.admin(listNoticeDeadlines)).meetings
    expect(await due()).toEqual([])
    world.at('2026-11-27T09:00')
    expect(await due()).toMatchObject([
      { id: meeting, deadline: { day: '2026-12-03', state: 'due' } },
    ])
    world.at('2026-12-04T00:00')
    expect(await due()).toMatchObject([{ deadline: { state: 'missed' } }])
    await send()
    expect(await due()).toEqual([])
    expect((await seen()).formal.deadline).toMatchObject({ state: 'late' })
  })

  it('counts only for the time that it names: a meeting that moves needs another', async () => {
    const due = async () => (await world.admin(listNoticeDeadlines)).meetings
    await send()
    await world.api.features.mail.sendDue()
    world.at('2026-11-30T09:00')
    expect(await due()).toEqual([])
    await world.change({ date: '2026-12-09' })
    expect(await due()).toMatchObject([{ deadline: { day: '2026-12-02', state: 'due' } }])
    expect((await due())[0]!.deadline.text).toContain('has moved since its notice was sent')
    await world.admin(sendFormalNotice, { params, body: { id: 'another-notice' } })
    expect(await due()).toEqual([])
    expect((await seen()).formal.deadline).toMatchObject({ state: 'kept' })
  })

  it('admins are warned of those whom it hasn’t reached', async () => {
    await send()
    await world.api.features.mail.sendDue()
    const [mail] = (await world.api.ports.store.list('mails', { where: { person: 'ben' } }))
      .documents
    const { id, revision, updatedAt: _, ...body } = mail!
    await world.api.ports.store.update('mails', id, { ...body, state: 'failed' }, revision)
    world.at('2026-11-27T09:00')
    const { meetings } = await world.admin(listNoticeDeadlines)
    expect(meetings).toMatchObject([{ deadline: { state: 'due' } }])
    expect(meetings[0]!.deadline.text).toContain('hasn’t reached 1 person.')
    await world.admin(sendFormalNotice, { params, body: { id: 'another-notice' } })
    expect((await world.admin(listNoticeDeadlines)).meetings).toEqual([])
  })

  it('isn’t sent later as it was written if the meeting has changed or was cancelled meanwhile', async () => {
    const failed = async () => {
      await world.api.features.mail.sendDue()
      const { mails } = await world.admin(listMails, { query: { state: 'failed' } })
      return [...new Set(mails.map(({ reply }) => reply))]
    }
    await send()
    await world.change({ location: 'The library' })
    expect(await failed()).toEqual(['The meeting has changed since this notice was written.'])
    expect(world.api.mails).toEqual([])
    await world.admin(sendFormalNotice, { params, body: { id: 'another-notice' } })
    await world.api.features.mail.sendDue()
    expect(world.api.mails).toHaveLength(7)
  })

  it('counts by the rules of the day on which the meeting was called', async () => {
    await send()
    const stored = (await world.api.ports.store.get('agendas', meeting))!
    expect(stored['rules']).toMatchObject({ notice: { regular: 7 } })
  })
})

describe('a waiver', () => {
  it('is one press, and the first one counts', async () => {
    expect(await as('ann')(getOwnWaiver, { params })).toEqual({ canWaive: true })
    const first = await as('ann')(waiveNotice, { params })
    world.at('2026-11-20T09:00')
    expect(await as('ann')(waiveNotice, { params })).toEqual(first)
    expect((await seen()).formal.waivers).toMatchObject([{ person: 'ann', name: 'ann' }])
    expect(await as('ann')(getOwnData)).toMatchObject({ waivedNotices: [{ meeting }] })
  })

  it('is asked for once the notice is late', async () => {
    world.at('2026-12-04T00:00')
    expect(await as('ann')(getOwnWaiver, { params })).toEqual({ canWaive: true, asked: true })
  })

  it.each(['hal', 'ivy'])('isn’t for %s, who gets no notice', async (name) => {
    expect(await as(name)(getOwnWaiver, { params })).toEqual({ canWaive: false })
    await expect(as(name)(waiveNotice, { params })).rejects.toMatchObject({ status: 409 })
  })

  it('is for a guest, and nobody waives for somebody else', async () => {
    const gus = { ...account('gus'), email: 'gus@elsewhere.example', createdByAdmin: false }
    await as(gus)(waiveNotice, { params })
    expect((await seen()).formal.waivers.map(({ person }) => person)).toEqual(['gus'])
  })

  it('that came by telephone is recorded by an admin, with a remark, in the audit', async () => {
    const record = (person: string) =>
      world.admin(recordWaiver, { params: { meeting, person }, body: { remark: 'By telephone' } })
    await record('flo')
    await record('flo')
    const { formal } = await seen()
    expect(formal.waivers).toMatchObject([
      { person: 'flo', recordedBy: 'ruth.abelman@larkspur.example', remark: 'By telephone' },
    ])
    const { entries } = await world.admin(listAudit, { query: { what: 'waiver recorded' } })
    expect(entries).toHaveLength(1)
    await expect(record('ivy')).rejects.toMatchObject({ status: 404 })
  })
})

it('a member without a term in a board that has some is no recipient', async () => {
  await start()
  await world.until('2026-11-21T09:00')
  const people = new Set((await world.mails()).map(({ person }) => person))
  expect(['hal', 'ivy', 'ruth', 'flo'].filter((person) => people.has(person))).toEqual([])
})
