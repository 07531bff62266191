import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstDayOf, quarterAfter, quarterOf } from '@portal/domain/quarter'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { icsCalendar } from '../../src/adapters/ics/ics-calendar.ts'
import { icsFile } from '../../src/adapters/ics/ics-source.ts'
import { dayAfter, dayOf } from '@portal/domain/days'
import { quarterId } from '@portal/domain/ids'
import { meetingSeenFrom, usualMeeting } from '../days.ts'
import { meetingOf } from '../prepare-sample.ts'
import { calendarText } from './calendar-text.ts'

const zone = 'America/Los_Angeles'
const oneDay = 86_400_000
const isLong = process.env['TEST_LONG'] === '1'
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sample-calendar-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The calendar of a portal that is first started at this time. */
async function newCalendar(now: Date, timeZone = zone) {
  const current = quarterOf(now, timeZone)
  const today = dayOf(now, timeZone)
  const meetings = Object.fromEntries(
    [current, quarterAfter(current)].map((of) => [quarterId(of), meetingSeenFrom(today, of)]),
  )
  const file = join(folder, `${now.getTime()}.ics`)
  await writeFile(file, calendarText(current, meetingOf(meetings), timeZone))
  return { calendar: icsCalendar({ source: icsFile(file), timeZone }), meetings }
}

const days = Array.from({ length: 53 }, (_, week) => new Date(Date.UTC(2026, 9, 1 + week * 7, 20)))
const edges = ['2026-12-31', '2027-01-01', '2027-03-31', '2028-02-29', '2031-06-30', '2036-09-30']
const moments = [...days, ...edges.map((edge) => new Date(`${edge}T20:00:00Z`))]

it('starts with a meeting with a join link on any day that the portal is created', async () => {
  for (const now of moments.filter((_, index) => isLong || index % 6 === 0)) {
    const { calendar } = await newCalendar(now)
    const [next] = await calendar.between(now, new Date(now.getTime() + 120 * oneDay))
    expect(next?.join_url, now.toISOString()).toMatch(/^https:\/\/meet\.google\.com\//)
  }
})

it('schedules board meetings for this and the next quarter, in the future where possible', () => {
  for (const now of moments) {
    const current = quarterOf(now, zone)
    const [today, met] = [dayOf(now, zone), meetingSeenFrom(dayOf(now, zone), current)]
    const next = quarterAfter(current)
    expect(quarterOf(new Date(`${met}T20:00:00Z`), zone)).toEqual(current)
    expect(meetingSeenFrom(today, next)).toBe(usualMeeting(next))
    const last = dayAfter(firstDayOf(next), -1)
    if (dayAfter(today, 5) <= last) expect(met > today, today).toBe(true)
  }
})

it('includes the series with a canceled and a moved meeting', async () => {
  const { calendar } = await newCalendar(new Date('2026-11-20T20:00:00Z'))
  const finance = async (month: number) =>
    (
      await calendar.between(
        new Date(Date.UTC(2026, month - 1, 1, 8)),
        new Date(Date.UTC(2026, month, 1, 8)),
      )
    )
      .filter(({ summary }) => summary === 'Finance committee')
      .map(({ start }) => start.dateTime)
  expect(await finance(7)).toEqual([])
  expect(await finance(9)).toEqual(['2026-09-15T14:00:00-07:00'])
  expect(await finance(11)).toEqual(['2026-11-19T15:00:00-08:00'])
  expect(await finance(12)).toEqual(['2026-12-15T14:00:00-08:00'])
})

it('has a weekend retreat and an all-day closing of two days', async () => {
  const { calendar } = await newCalendar(new Date('2026-11-20T20:00:00Z'))
  const events = await calendar.between(new Date('2026-12-01'), new Date('2026-12-31'))
  expect(events.find(({ summary }) => summary === 'Board retreat')?.start.dateTime).toBe(
    '2026-12-12T10:00:00-08:00',
  )
  const closed = events.find(({ summary }) => summary === 'Office closed')
  expect([closed?.start, closed?.end]).toEqual([{ date: '2026-12-22' }, { date: '2026-12-24' }])
})

it('starts meetings at nine o’clock in any time zone', async () => {
  for (const timeZone of ['Europe/Oslo', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC']) {
    const now = new Date('2026-11-20T12:00:00Z')
    const { calendar } = await newCalendar(now, timeZone)
    const events = await calendar.between(now, new Date(now.getTime() + 200 * oneDay))
    const meetings = events.filter(({ summary }) => summary.endsWith('Board Meeting'))
    expect(meetings.length).toBeGreaterThanOrEqual(2)
    for (const { start } of meetings) expect(start.dateTime, timeZone).toContain('T09:00:00')
  }
})
