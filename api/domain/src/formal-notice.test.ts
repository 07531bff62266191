import { describe, expect, it } from 'vitest'
import { dayAfter, dayOf } from './days.ts'
import { deadlineText, noticeDaysOf, noticeDeadline, noticeState } from './formal-notice.ts'
import { meetingKinds } from './meeting-stages.ts'
import { presetRules } from './rule-profiles.ts'
import { momentAt, withOffset } from './zone-time.ts'

const zone = 'America/Los_Angeles'
const at = (local: string) => momentAt(local, zone)!

describe('the days of notice', () => {
  it('are those of the kind of meeting; a committee’s meeting is a regular one', () => {
    const rules = presetRules('smallBoard')
    expect(meetingKinds.map((kind) => noticeDaysOf(kind, rules))).toEqual([7, 2, 10, 7])
  })
})

describe('the deadline of a formal notice', () => {
  it('is the end of the day that many days before the meeting', () => {
    const deadline = noticeDeadline('2026-11-12', 7, zone)
    expect(deadline.day).toBe('2026-11-05')
    expect(withOffset(deadline.until, zone)).toBe('2026-11-06T00:00:00-08:00')
  })

  it.each([
    ['2026-10-28T12:00', undefined, 'open'],
    ['2026-10-29T00:00', undefined, 'due'],
    ['2026-11-05T23:59', undefined, 'due'],
    ['2026-11-06T00:00', undefined, 'missed'],
    ['2026-11-10T12:00', '2026-11-05T23:59', 'kept'],
    ['2026-11-10T12:00', '2026-11-06T00:00', 'late'],
  ])('at %s, with a notice sent at %s, is %s', (now, sent, state) => {
    const deadline = noticeDeadline('2026-11-12', 7, zone)
    const moment = at(now)
    const sentAt = sent === undefined ? undefined : at(sent)
    expect(noticeState(deadline, { now: moment, today: dayOf(moment, zone), sentAt })).toBe(state)
  })

  it('leaves as many whole days as the rule asks for, on every day of two years and in every zone', () => {
    for (const timeZone of [zone, 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      for (let day = '2026-01-01'; day < '2028-01-01'; day = dayAfter(day)) {
        const days = Number(day.slice(8)) % 15
        const deadline = noticeDeadline(day, days, timeZone)
        const last = new Date(deadline.until.getTime() - 1)
        expect(dayAfter(dayOf(last, timeZone), days)).toBe(day)
        expect(dayOf(deadline.until, timeZone)).toBe(dayAfter(deadline.day))
      }
    }
  })

  it('is told in words', () => {
    const deadline = { day: '2026-11-05' }
    expect(deadlineText(deadline, 7, 'due')).toBe(
      'The notice has to be sent by the end of 5 November 2026 (7 days of notice).',
    )
    expect(deadlineText(deadline, 1, 'missed')).toBe(
      'The last day for the notice was 5 November 2026 (1 day of notice). People can still waive it.',
    )
  })
})
