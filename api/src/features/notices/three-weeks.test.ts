import { randomUUID } from 'node:crypto'
import { setMeetingStage } from '@portal/contract/new-meetings'
import { saveOwnNotices, sendFormalNotice, startNotices } from '@portal/contract/notices'
import { answerQuestion, askQuestion } from '@portal/contract/questions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  account,
  meeting,
  noticesWorld,
  type NoticesWorld,
  quarter,
  secret,
} from './notices-fixture.ts'

/** Three weeks before a meeting, with nine people who chose differently, with a run every hour, and every quarter of an hour after a change. */
let world: NoticesWorld
let mails: Awaited<ReturnType<NoticesWorld['mails']>>
const all = { papers: true, meetings: true, questions: true, reminders: true }

beforeAll(async () => {
  // The day a week before the meeting is a holiday.
  world = await noticesWorld({ env: { NOTICE_HOLIDAYS: '2026-12-03' } })
  const { api, admin, at, until, map, change } = world
  const params = { meeting }
  const choose = (name: string, choices: object) =>
    api.call(account(name))(saveOwnNotices, {
      body: { ...all, frequency: 'daily', ...choices },
    })
  await choose('ann', { frequency: 'atOnce' })
  await choose('ben', { frequency: 'remindersOnly' })
  await choose('cy', { papers: false })
  await choose('dee', { reminders: false })
  await choose('eve', { frequency: 'remindersOnly', reminders: false })
  // Before the start: nobody is told.
  await map('consent-agenda', 'report')
  await until('2026-11-19T12:00')
  await admin(startNotices, { params })
  await until('2026-11-19T12:30', 15)
  await until('2026-11-24T10:00')
  await map('budget-update', 'budget')
  await map('asset-summary', 'closed')
  await until('2026-11-24T10:00')
  at('2026-11-24T10:05')
  await map('consent-agenda', 'report-2')
  await until('2026-11-24T10:30', 15)
  await until('2026-11-26T21:00')
  await change({ time: '10:00', location: 'By video' })
  await until('2026-11-30T12:00')
  await admin(sendFormalNotice, { params, body: { id: 'winter-notice' } })
  await until('2026-11-30T12:30', 15)
  await until('2026-12-04T10:00')
  const ask = (id: string, text: string) =>
    api.call(account('dee'))(askQuestion, {
      params: quarter,
      body: { id, item: 'welcome', text, audience: 'item' },
    })
  const answer = (id: string, seenBy: 'question' | 'asker') =>
    admin(answerQuestion, {
      params: { ...quarter, id },
      body: { id: randomUUID(), text: 'Yes.', seenBy },
    })
  const [open, quiet] = [randomUUID(), randomUUID()]
  await ask(open, 'Is there a dinner?')
  await ask(quiet, 'May I bring my dog?')
  await answer(open, 'question')
  await until('2026-12-04T10:30', 15)
  await until('2026-12-06T10:00')
  await answer(quiet, 'asker')
  await until('2026-12-09T15:00')
  const { revision } = (await api.ports.store.get('agendas', meeting))!
  await admin(setMeetingStage, { params, body: { stage: 'cancelled' }, revision })
  await until('2026-12-09T15:30', 15)
  await until('2026-12-12T12:00')
  mails = await world.mails()
})
afterAll(() => world.api.close())

const of = (person: string) =>
  mails.filter((mail) => mail.person === person).map(({ at, kind }) => `${at} ${kind}`)

describe('over three weeks', () => {
  it.each([
    // Once a day, at 8:00.
    ['maria', [...news, formal, called, week, answered, day, cancelled]],
    // At once: a quarter of an hour after the first of several changes, and never at night.
    [
      'ann',
      [
        '11-19T12:15 digest',
        '11-24T10:15 digest',
        '11-27T08:00 digest',
        formal,
        '11-30T12:15 digest',
        week,
        '12-04T10:15 digest',
        day,
        '12-09T15:15 digest',
      ],
    ],
    // Only reminders, and what corrects one.
    ['ben', [formal, week, day, cancelled]],
    // Without papers.
    ['cy', [news[0], news[2], formal, called, week, answered, day, cancelled]],
    // Without reminders. Dee has asked two questions, and one answer is for her alone.
    ['dee', [...news, formal, called, answered, own, cancelled]],
    // Nothing but what is formal.
    ['eve', [formal]],
    // Neither an account nor an address: told by hand.
    ['flo', []],
    // A guest of one item.
    ['gus', [...news, formal, called, week, answered, day, cancelled]],
    // Hal’s term has ended, and Ivy has none.
    ['hal', []],
    ['ivy', []],
    ['ruth', []],
  ])('%s gets exactly these mails', (person, expected) => {
    expect(of(person)).toEqual(expected)
  })

  it('nobody else gets any, and each mail is queued once', () => {
    expect(mails).toHaveLength(9 + 9 + 4 + 8 + 8 + 1 + 9)
    expect(new Set(mails.map(({ id }) => id)).size).toBe(mails.length)
  })

  it('one message has everything since the last one', () => {
    const [mail] = mails.filter(({ person, at }) => person === 'dee' && at === '11-25T08:00')
    expect(mail!.subject).toBe('News about Winter Meeting')
    expect(JSON.parse(mail!.text)).toMatchObject({
      greeting: 'Dear dee,',
      blocks: [
        { type: 'heading', text: 'Winter Meeting' },
        { text: 'Thursday 10 December, 9:00 AM to 12:00 PM, Larkspur House' },
        {
          type: 'list',
          lines: [{ text: 'Budget Update', detail: 'A new paper' }, { detail: 'A new version' }],
        },
        { text: 'This is asked of you:' },
        { type: 'list', lines: [{ text: 'Please say whether you come.' }] },
        { type: 'button' },
      ],
    })
  })

  it('no mail has the title of a closed item, and only its audience learns of its paper', () => {
    expect(mails.filter(({ text, subject }) => `${text}${subject}`.includes(secret))).toEqual([])
    const closed = mails.filter(({ text }) => text.includes('closed session'))
    expect(closed.map(({ person }) => person)).toEqual(['maria'])
  })

  it('a guest reads of the papers of their items alone', () => {
    const texts = mails.filter(({ person }) => person === 'gus').map(({ text }) => text)
    expect(texts.some((text) => text.includes('Budget'))).toBe(false)
  })

  it('an answer is told to those who see it, and to the asker as theirs', () => {
    const at = (time: string) => mails.filter((mail) => mail.at === time && mail.kind === 'digest')
    const texts = Object.fromEntries(at('12-05T08:00').map(({ person, text }) => [person, text]))
    expect(texts['dee']).toContain('Your question was answered.')
    expect(texts['maria']).toContain('A question about the meeting was answered.')
    expect(at('12-07T08:00').map(({ person }) => person)).toEqual(['dee'])
  })

  it('the time, the place and the cancellation are told in words', () => {
    const text = (at: string) => mails.find((mail) => mail.person === 'cy' && mail.at === at)?.text
    expect(text('11-27T08:00')).toContain('The date or time has changed.')
    expect(text('11-27T08:00')).toContain('The place has changed.')
    expect(text('12-01T08:00')).toContain('The meeting has been called.')
    expect(text('12-10T08:00')).toContain('The meeting is cancelled.')
  })

  it('a reminder says how far off the meeting is, on the working day before a holiday', () => {
    const reminders = mails.filter(({ kind }) => kind === 'reminder')
    expect(new Set(reminders.map(({ subject }) => subject))).toEqual(
      new Set(['Winter Meeting is in 8 days', 'Winter Meeting is tomorrow']),
    )
  })
})

const news = ['11-20', '11-25', '11-27'].map(morning)

function morning(day: string): string {
  return `${day}T08:00 digest`
}
const formal = '11-30T12:00 formal-notice'
const called = '12-01T08:00 digest'
const week = '12-02T08:00 reminder'
const answered = '12-05T08:00 digest'
const own = '12-07T08:00 digest'
const day = '12-09T08:00 reminder'
const cancelled = '12-10T08:00 digest'
