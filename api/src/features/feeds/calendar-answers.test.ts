import { randomUUID } from 'node:crypto'
import { saveAgenda } from '@portal/contract/agendas'
import { addTerms, saveBody } from '@portal/contract/bodies'
import { createMeeting } from '@portal/contract/new-meetings'
import { getOwnData } from '@portal/contract/own-data'
import { getPublication, setPublication } from '@portal/contract/quarters'
import {
  listAnswersAside,
  listOwnReplies,
  listReplies,
  saveOwnReply,
} from '@portal/contract/replies'
import { ofMeeting } from '@portal/contract/twins'
import { eraseUser } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { imapMailbox } from '../../adapters/imap/imap-mailbox.ts'
import { mailWith, startImapServer } from '../../adapters/imap/imap-server-fixture.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { answerTo as anAnswerTo, eventIn } from './calendar-answers-fixture.ts'

const id = '2026-11-12-finance'
const at = { params: { meeting: id } }
const { email } = testPeople.member

let api: TestApi
let server: Awaited<ReturnType<typeof startImapServer>>
let clock: string
beforeEach(async () => {
  clock = '2026-11-02T20:00:00Z'
  server = await startImapServer()
  api = await testApi({
    now: () => new Date(clock),
    ports: { mailbox: imapMailbox(server.options) },
    env: {
      MAIL_REPLIES_HOST: 'localhost',
      MAIL_REPLIES_USER: 'board',
      MAIL_REPLIES_PASSWORD: 'secret',
      MAIL_REPLIES_ADDRESS: 'Replies@larkspur.example',
    },
  })
  clock = '2026-11-03T20:00:00Z'
  const entry = { role: 'Trustee', type: 'board', account: uidOf(testPeople.member), email }
  await api.ports.store.create('directory', 'maria', { ...entry, name: 'Maria Lopez' })
  const body = { name: 'Finance Committee' }
  await admin()(saveBody, { params: { id: 'finance' }, body, revision: 'new' })
  const term = { person: 'maria', body: 'finance', office: 'member', voting: true } as const
  await admin()(addTerms, { body: { terms: [{ ...term, from: '2026-01-01' }] } })
  const meeting = { body: 'finance', kind: 'committee', date: '2026-11-12' } as const
  await admin()(createMeeting, { body: { key: randomUUID(), ...meeting } })
  const { revision = 'new' } = await admin()(ofMeeting(getPublication), at)
  await admin()(ofMeeting(setPublication), { ...at, body: { state: 'published' }, revision })
})
afterEach(async () => {
  await api.close()
  await server.close()
})

const admin = () => api.call('admin')
/** The event of the newest invitation. */
async function invitation() {
  await api.features.feeds.inviteDue()
  const { documents } = await api.ports.store.list('mails')
  const mails = documents.filter(({ kind }) => kind === 'calendar')
  const newest = mails.toSorted((a, b) => (sequenceOf(a) < sequenceOf(b) ? 1 : -1))[0]!
  return { event: eventIn(newest), words: JSON.stringify(newest['content']) }
}
const sequenceOf = (mail: Record<string, unknown>) =>
  Number(eventIn(mail).getFirstPropertyValue('sequence'))

const answerTo = (
  event: Parameters<typeof anAnswerTo>[0],
  answer: Partial<Parameters<typeof anAnswerTo>[1]> = {},
) => anAnswerTo(event, { attendee: email, ...answer })
const receive = (text: string, receivedAt = clock) =>
  server.receive(mailWith(text), new Date(receivedAt))
const read = async () => {
  await api.features.feeds.readAnswers()
  const { replies } = await admin()(listReplies, at)
  const { answer, note, source } = replies[0]!
  return { answer, note, source }
}
const answersAside = async () => (await admin()(listAnswersAside)).answers
const aside = async () => (await answersAside()).map(({ why }) => why)

describe('an answer from a calendar', () => {
  it('is a reply', async () => {
    const { event, words } = await invitation()
    expect(event.getFirstPropertyValue('organizer')).toMatch(
      /^mailto:replies\+[\da-f]{24}@larkspur\.example$/,
    )
    expect(event.getFirstProperty('attendee')!.getFirstParameter('rsvp')).toBe('TRUE')
    expect(words).toContain('You can also accept or decline in your calendar.')
    for (const [index, [partstat, answer]] of [
      ['TENTATIVE', 'not-sure'],
      ['DECLINED', 'cannot-come'],
      ['ACCEPTED', 'in-person'],
    ].entries()) {
      clock = `2026-11-03T20:0${index}:00Z`
      receive(answerTo(event, { partstat: partstat!, note: 'Late train' }))
      expect(await read()).toEqual({ answer, note: 'Late train', source: 'calendar' })
    }
    expect(await aside()).toEqual([])
    const audit = JSON.stringify((await api.ports.store.list('audit')).documents)
    expect(audit).not.toContain('Late train')
  })

  it('replaces no later reply, and keeps that somebody comes by video', async () => {
    const { event } = await invitation()
    receive(answerTo(event, { partstat: 'DECLINED' }))
    clock = '2026-11-03T20:01:00Z'
    const member = api.call('member')
    const { replies } = await member(listOwnReplies)
    const { date, time, endTime } = replies[0]!.meeting
    const sent = { answer: 'video', time: { date, time, endTime } } as const
    await member(saveOwnReply, { ...at, body: sent, revision: 'new' })
    expect(await read()).toMatchObject({ answer: 'video', source: 'portal' })
    receive(answerTo(event), '2026-11-03T20:02:00Z')
    clock = '2026-11-03T20:05:00Z'
    receive(answerTo(event, { partstat: 'TENTATIVE' }), '2026-11-03T20:03:00Z')
    receive(answerTo(event, { partstat: 'DECLINED' }), '2026-11-03T20:04:00Z')
    expect(await read()).toMatchObject({ answer: 'cannot-come' })
    // The same messages again, as after a restore of the mailbox, change nothing.
    server.renumber()
    expect(await read()).toMatchObject({ answer: 'cannot-come' })
  })

  it('counts only with the address that only the invitation’s reader knows', async () => {
    const { event } = await invitation()
    const answer = answerTo(event)
    receive(answer.replace(/replies\+[\da-f]+/, 'replies'))
    receive(answer.replace(/replies\+[\da-f]+/, `replies+${'0'.repeat(24)}`))
    receive(answer.replace(/UID:[^\r]*/, 'UID:another@larkspur.example'))
    receive(answerTo(event, { attendee: 'other@larkspur.example' }))
    expect((await read()).answer).toBeUndefined()
    const unknown = 'It answers no invitation of this portal.'
    const forwarded = 'It is from another address than the one that was invited.'
    expect(await aside()).toEqual([forwarded, unknown, unknown, unknown])
    const { from, meeting } = (await answersAside())[0]!
    expect(from).toBe('maria@larkspur.example')
    // Where a reply can be entered; nothing leads from a made-up answer to a meeting.
    expect(meeting).toEqual({ id, title: 'Finance Committee Meeting' })
    expect((await answersAside())[1]).not.toHaveProperty('meeting')
  })

  it('is erased with its sender, as is the invitation', async () => {
    const { event } = await invitation()
    receive(answerTo(event))
    server.receive(mailWith(answerTo(event, { attendee: 'other@b.example' }), { from: email }))
    await read()
    const { calendarInvitations } = await api.call('member')(getOwnData)
    expect(calendarInvitations).toMatchObject([
      { title: 'Finance Committee Meeting', address: email, withdrawn: false },
    ])
    expect(await aside()).toHaveLength(1)
    await api.disable('member')
    await admin()(eraseUser, { params: { uid: uidOf(testPeople.member) } })
    for (const collection of ['calendar_invitations', 'replies', 'mails']) {
      expect((await api.ports.store.list(collection)).documents).toEqual([])
    }
    expect(await aside()).toEqual([])
  })

  it('is put aside once if it is damaged or no answer that the portal knows', async () => {
    const { event } = await invitation()
    receive('BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nMy private words\r\n')
    receive(answerTo(event, { partstat: 'DELEGATED' }))
    receive(answerTo(event, { method: 'COUNTER' }))
    receive(answerTo(event, { method: 'REQUEST' }))
    receive(answerTo(event))
    expect(await read()).toMatchObject({ answer: 'in-person' })
    expect(await read()).toMatchObject({ answer: 'in-person' })
    expect(await aside()).toEqual([
      'It proposes another time.',
      'It neither accepts nor declines.',
      'Its part for calendars is damaged.',
    ])
    expect(JSON.stringify(await answersAside())).not.toContain('private')
    expect(api.logged.join('\n')).not.toContain('private')
  })

  it('is kept as long as mails are if it couldn’t be used', async () => {
    server.receive(mailWith('BEGIN:VCALENDAR', { from: 'Evil <evil@b.example>' }), new Date(clock))
    await read()
    expect(await answersAside()).toMatchObject([{ from: 'evil@b.example' }])
    await expect(api.call('member')(listAnswersAside)).rejects.toMatchObject({ status: 403 })
    clock = '2027-12-07T20:00:00Z'
    await api.features.mail.sendDue()
    expect(await aside()).toHaveLength(1)
    clock = '2027-12-09T20:00:00Z'
    await api.features.mail.sendDue()
    expect(await aside()).toEqual([])
  })

  it('isn’t to another time than the meeting’s', async () => {
    const { event: first } = await invitation()
    await admin()(ofMeeting(saveAgenda), { ...at, body: { title: 'Budget' }, revision: 1 })
    const { event: renamed } = await invitation()
    receive(answerTo(first, { partstat: 'TENTATIVE' }))
    expect(await read()).toMatchObject({ answer: 'not-sure' })
    await admin()(ofMeeting(saveAgenda), { ...at, body: { date: '2026-11-13' }, revision: 2 })
    // The calendars don’t know yet.
    receive(answerTo(renamed))
    expect((await read()).answer).toBeUndefined()
    const { event: moved } = await invitation()
    expect(moved.getFirstPropertyValue('organizer')).toBe(first.getFirstPropertyValue('organizer'))
    receive(answerTo(renamed))
    receive(answerTo(moved, { partstat: 'DECLINED' }))
    expect(await read()).toMatchObject({ answer: 'cannot-come' })
    expect(await aside()).toEqual([
      'It answers an earlier time of the meeting.',
      'The person isn’t asked any more, or the meeting has moved or is over.',
    ])
  })

  it('is put aside after five tries if it can’t be read, and the next one is read', async () => {
    const { event } = await invitation()
    receive(answerTo(event, { partstat: 'DECLINED' }))
    const whole = imapMailbox(server.options)
    const { value: message } = await whole.read(undefined, 1, new AbortController().signal).next()
    const failing: typeof whole = {
      ...whole,
      async *read(after) {
        if (after) return
        yield { ...message!, answer: () => Promise.reject(new Error('cut')) }
      },
    }
    const other = await testApi({
      now: () => new Date(clock),
      ports: { store: api.ports.store, mailbox: failing },
    })
    for (let round = 0; round < 5; round += 1) {
      await expect(other.features.feeds.readAnswers()).rejects.toThrow('cut')
    }
    await other.features.feeds.readAnswers()
    expect(await aside()).toEqual(['It couldn’t be read.'])
    receive(answerTo(event))
    expect(await read()).toMatchObject({ answer: 'in-person' })
    // Two instances read it once.
    const both = [api, other].map(({ features }) => features.feeds.readAnswers())
    expect(await Promise.all(both)).toContain('held')
  })
})
