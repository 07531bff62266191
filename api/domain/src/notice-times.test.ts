import { describe, expect, it } from 'vitest'
import { dayAfter, dayOf, weekdayOf } from './days.ts'
import {
  afterQuietHours,
  collectingTime,
  digestDueAt,
  isQuiet,
  isWorkingDay,
  type NoticeClock,
  noticeFrequencies,
  type NoticeFrequency,
  reminderDue,
  remindersOf,
} from './notice-times.ts'
import { momentAt, withOffset } from './zone-time.ts'

const clock: NoticeClock = {
  timeZone: 'America/Los_Angeles',
  quiet: { from: '20:00', to: '08:00' },
  dailyAt: '08:00',
  reminderDays: [7, 1],
  holidays: new Set(['2026-11-26']),
}
const at = (local: string, zone = clock.timeZone) => momentAt(local, zone)!
const local = (moment: Date | undefined, zone = clock.timeZone) =>
  moment && withOffset(moment, zone).slice(0, 16)

describe('a digest', () => {
  it.each([
    ['2026-11-12T07:59', '2026-11-12T08:00'],
    ['2026-11-12T08:00', '2026-11-12T08:00'],
    ['2026-11-12T08:01', '2026-11-13T08:00'],
    // The clocks are set back in the night, and set forward in the other one.
    ['2026-10-31T12:00', '2026-11-01T08:00'],
    ['2026-03-07T12:00', '2026-03-08T08:00'],
  ])('of what happened at %s is due at %s, once a day', (happened, due) => {
    expect(local(digestDueAt(at(happened), 'daily', clock))).toBe(due)
  })

  it.each([
    ['2026-11-12T12:00', '2026-11-12T12:15'],
    ['2026-11-12T19:44', '2026-11-12T19:59'],
    ['2026-11-12T19:45', '2026-11-13T08:00'],
    ['2026-11-12T23:00', '2026-11-13T08:00'],
    ['2026-11-12T03:00', '2026-11-12T08:00'],
  ])('of what happened at %s is due at %s, at once', (happened, due) => {
    expect(local(digestDueAt(at(happened), 'atOnce', clock))).toBe(due)
  })

  it('is never due for somebody who gets reminders only', () => {
    expect(digestDueAt(at('2026-11-12T12:00'), 'remindersOnly', clock)).toBeUndefined()
  })
})

describe('reminders', () => {
  it('go out 7 days and 1 day before, in the morning', () => {
    expect(remindersOf('2026-11-12', clock).map((each) => local(each.at))).toEqual([
      '2026-11-05T08:00',
      '2026-11-11T08:00',
    ])
  })

  it('move to the working day before a weekend', () => {
    // A meeting on a Monday: both days before it are in a weekend, or a week earlier.
    expect(remindersOf('2026-11-16', clock).map((each) => local(each.at))).toEqual([
      '2026-11-09T08:00',
      '2026-11-13T08:00',
    ])
  })

  it('move to the working day before a holiday', () => {
    expect(remindersOf('2026-11-27', clock).map((each) => local(each.at))).toEqual([
      '2026-11-20T08:00',
      '2026-11-25T08:00',
    ])
  })

  it('that fall on the same morning are one', () => {
    const holidays = new Set(Array.from({ length: 9 }, (_, index) => dayAfter('2026-11-03', index)))
    expect(remindersOf('2026-11-12', { ...clock, holidays })).toEqual([
      { daysBefore: 1, at: at('2026-11-02T08:00') },
    ])
  })

  it.each([
    ['2026-11-11T07:59', undefined],
    ['2026-11-11T08:00', 1],
    // The portal was down in the morning.
    ['2026-11-11T17:00', 1],
    ['2026-11-12T08:00', undefined],
    ['2026-11-05T08:00', 7],
    ['2026-11-13T08:00', undefined],
  ])('at %s, %s day before is due', (now, daysBefore) => {
    const since = at('2026-11-01T00:00')
    expect(reminderDue('2026-11-12', { since, now: at(now) }, clock)?.daysBefore).toBe(daysBefore)
  })

  it('that were due before notices started aren’t sent', () => {
    const since = at('2026-11-11T09:00')
    expect(reminderDue('2026-11-12', { since, now: at('2026-11-11T10:00') }, clock)).toBeUndefined()
  })
})

describe('in every zone, at any time and with any settings', () => {
  // The same numbers in every run.
  let seed = 51
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * most)
  }
  const time = () =>
    `${String(random(24)).padStart(2, '0')}:${String(random(4) * 15).padStart(2, '0')}`
  const zones = [
    'America/Los_Angeles',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Pacific/Apia',
  ]
  const cases = Array.from({ length: 400 }, () => {
    const now = new Date(Date.UTC(2026, 0, 1) + random(3 * 366 * 24 * 60) * 60_000)
    const holidays = new Set(
      Array.from({ length: random(20) }, () => dayAfter('2026-01-01', random(1000))),
    )
    const own: NoticeClock = {
      timeZone: zones[random(zones.length)]!,
      quiet: { from: time(), to: time() },
      dailyAt: time(),
      reminderDays: [1 + random(20), 1 + random(5)],
      holidays,
    }
    return { now, clock: own }
  })

  it('nothing is due in quiet hours, or before it happened', () => {
    for (const { now, clock: own } of cases) {
      expect(isQuiet(afterQuietHours(now, own), own)).toBe(false)
      for (const frequency of Object.keys(noticeFrequencies) as NoticeFrequency[]) {
        const due = digestDueAt(now, frequency, own)
        if (!due) continue
        expect(isQuiet(due, own)).toBe(false)
        expect(due.getTime()).toBeGreaterThanOrEqual(now.getTime())
        // A day of 25 hours, and the quiet hours after it.
        expect(due.getTime() - now.getTime()).toBeLessThanOrEqual(50 * 3_600_000)
      }
    }
  })

  it('what happens later is never due earlier', () => {
    for (const { now, clock: own } of cases) {
      const later = new Date(now.getTime() + random(48 * 60) * 60_000)
      for (const frequency of ['atOnce', 'daily'] as const) {
        const [first, second] = [now, later].map((moment) => digestDueAt(moment, frequency, own)!)
        expect(second!.getTime()).toBeGreaterThanOrEqual(first!.getTime())
      }
      const collected = digestDueAt(now, 'atOnce', own)!.getTime()
      expect(collected).toBeGreaterThanOrEqual(now.getTime() + collectingTime)
    }
  })

  it('reminders are on working days outside quiet hours, and not after the day they are for', () => {
    for (const { now, clock: own } of cases) {
      const meeting = dayOf(now, own.timeZone)
      const all = remindersOf(meeting, {
        ...own,
        dailyAt: '12:00',
        quiet: { from: '20:00', to: '08:00' },
      })
      expect(all.length).toBeGreaterThan(0)
      for (const { daysBefore, at: due } of all) {
        const day = dayOf(due, own.timeZone)
        expect(day <= dayAfter(meeting, -daysBefore)).toBe(true)
        expect(isWorkingDay(day, own.holidays)).toBe(true)
        expect(weekdayOf(day)).toBeLessThan(6)
      }
    }
  })

  it('each reminder is due once, whenever somebody looks', () => {
    for (const { now, clock: own } of cases.slice(0, 12)) {
      const meeting = dayAfter(dayOf(now, own.timeZone), 10)
      const since = new Date(now.getTime() - 40 * 24 * 3_600_000)
      const seen = new Set<number>()
      for (let hour = -30 * 24; hour < 12 * 24; hour += 3) {
        const moment = new Date(now.getTime() + hour * 3_600_000)
        const due = reminderDue(meeting, { since, now: moment }, own)
        if (due) seen.add(due.at.getTime())
      }
      const expected = remindersOf(meeting, own).filter(
        ({ at: due }) => due > since && dayOf(due, own.timeZone) <= meeting,
      )
      expect(seen.size).toBeLessThanOrEqual(expected.length)
      expect(seen.size).toBeGreaterThan(0)
    }
  })
})
