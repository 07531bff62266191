import { setMeetingStage } from '@portal/contract/new-meetings'
import { saveOwnNotices, sendFormalNotice, startNotices } from '@portal/contract/notices'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, meeting, noticesWorld, type NoticesWorld, secret } from './notices-fixture.ts'

/** Three weeks before a meeting, with nine people who chose differently, and every minute of it simulated. */
let world: NoticesWorld
let mails: Awaited<ReturnType<NoticesWorld['mails']>>
const all = { papers: true, meetings: true, questions: true, reminders: true }

beforeAll(async () => {
  world = await noticesWorld()
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
  await until('2026-11-24T10:00')
  await map('budget-update', 'budget')
  await map('asset-summary', 'closed')
  await until('2026-11-24T10:00')
  at('2026-11-24T10:05')
  await map('consent-agenda', 'report-2')
  await until('2026-11-26T21:00')
  await change({ time: '10:00' })
  await until('2026-11-30T12:00')
  await admin(sendFormalNotice, { params, body: { id: 'winter-notice' } })
  await until('2026-12-08T15:00')
  const { revision } = (await api.ports.store.get('agendas', meeting))!
  await admin(setMeetingStage, { params, body: { stage: 'cancelled' }, revision })
  await until('2026-12-12T12:00')
  mails = await world.mails()
})
afterAll(() => world.api.close())

const of = (person: string) =>
  mails.filter((mail) => mail.person === person).map(({ at, kind }) => `${at} ${kind}`)

describe('over three weeks', () => {
  it.each([
    // Once a day, at 8:00.
    ['maria', [...['11-20', '11-25', '11-27'].map(morning), formal, called, week, cancelled]],
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
        '12-08T15:15 digest',
      ],
    ],
    // Only reminders, and what corrects one.
    ['ben', [formal, week, cancelled]],
    // Without papers.
    ['cy', ['11-20', '11-27'].map(morning).concat(formal, called, week, cancelled)],
    // Without reminders.
    ['dee', ['11-20', '11-25', '11-27'].map(morning).concat(formal, called, cancelled)],
    // Nothing but what is formal.
    ['eve', [formal]],
    // Neither an account nor an address: told by hand.
    ['flo', []],
    // A guest of one item.
    ['gus', ['11-20', '11-25', '11-27'].map(morning).concat(formal, called, week, cancelled)],
    // Hal’s term has ended, and Ivy has none.
    ['hal', []],
    ['ivy', []],
    ['ruth', []],
  ])('%s gets exactly these mails', (person, expected) => {
    expect(of(person)).toEqual(expected)
  })

  it('nobody else gets any, and each mail is queued once', () => {
    expect(mails).toHaveLength(7 + 7 + 3 + 6 + 6 + 1 + 7)
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

  it('a reminder says how far off the meeting is', () => {
    const reminders = mails.filter(({ kind }) => kind === 'reminder')
    expect(new Set(reminders.map(({ subject }) => subject))).toEqual(
      new Set(['Winter Meeting is in 7 days']),
    )
  })
})

function morning(day: string): string {
  return `${day}T08:00 digest`
}
const formal = '11-30T12:00 formal-notice'
const called = '12-01T08:00 digest'
const week = '12-03T08:00 reminder'
const cancelled = '12-09T08:00 digest'
