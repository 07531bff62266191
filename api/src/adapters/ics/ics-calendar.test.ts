import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { icsCalendar } from './ics-calendar.ts'
import { icsFile } from './ics-source.ts'

const timeZone = 'America/Los_Angeles'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ics-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
async function calendarOf(...events: string[]) {
  const file = join(folder, `${(files += 1)}.ics`)
  await writeFile(file, calendarText(...events))
  return icsCalendar({ source: icsFile(file), timeZone })
}

function calendarText(...events: string[]): string {
  const stamped = events.map((event) =>
    event.replace('BEGIN:VEVENT', 'BEGIN:VEVENT\nDTSTAMP:20260101T000000Z'),
  )
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...stamped, 'END:VCALENDAR', '']
    .join('\r\n')
    .replaceAll(/\r?\n/g, '\r\n')
}

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\n')
const year = [new Date('2026-01-01T08:00:00Z'), new Date('2027-01-01T08:00:00Z')] as const

describe('an iCalendar file', () => {
  it('marks the events that leave the day free', async () => {
    const calendar = await calendarOf(
      event('UID:a', 'SUMMARY:A', 'DTSTART;VALUE=DATE:20261126', 'TRANSP:TRANSPARENT'),
      event('UID:b', 'SUMMARY:B', 'DTSTART;VALUE=DATE:20261127', 'TRANSP:OPAQUE'),
      event('UID:c', 'SUMMARY:C', 'DTSTART;VALUE=DATE:20261128'),
    )
    const events = await calendar.between(...year)
    expect(events.map(({ isFree }) => isFree ?? false)).toEqual([true, false, false])
  })

  it('parses a very long line quickly', async () => {
    const calendar = await calendarOf(
      event('UID:a', 'SUMMARY:A', 'DTSTART:20260310T180000Z', `EXDATE${';a=b'.repeat(60)}`),
    )
    expect(await calendar.between(...year)).toHaveLength(1)
  })

  it('returns times in the foundation’s zone, in whichever zone a meeting was entered', async () => {
    const calendar = await calendarOf(
      event('UID:a', 'SUMMARY:A', 'DTSTART;TZID=Europe/Oslo:20260310T180000'),
      event('UID:b', 'SUMMARY:B', 'DTSTART:20260310T180000Z'),
      event('UID:c', 'SUMMARY:C', 'DTSTART:20260310T180000'),
    )
    const events = await calendar.between(...year)
    expect(events.map(({ id, start }) => [id, start.dateTime])).toEqual([
      ['a', '2026-03-10T10:00:00-07:00'],
      ['b', '2026-03-10T11:00:00-07:00'],
      ['c', '2026-03-10T18:00:00-07:00'],
    ])
  })

  it('supports a zone that only the file itself defines', async () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Board East',
      'BEGIN:STANDARD',
      'DTSTART:20071104T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
      'TZOFFSETFROM:-0400',
      'TZOFFSETTO:-0500',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:20070311T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0400',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ].join('\n')
    const calendar = await calendarOf(
      zone,
      event('UID:a', 'SUMMARY:A', 'DTSTART;TZID=Board East:20260610T120000', 'DURATION:PT90M'),
    )
    const [found] = await calendar.between(...year)
    expect(found!.start).toEqual({ dateTime: '2026-06-10T09:00:00-07:00' })
    expect(found!.end).toEqual({ dateTime: '2026-06-10T10:30:00-07:00' })
  })

  it('returns all-day events as dates with an exclusive end, in the foundation’s zone', async () => {
    const calendar = await calendarOf(
      event(
        'UID:retreat',
        'SUMMARY:Retreat',
        'DTSTART;VALUE=DATE:20261120',
        'DTEND;VALUE=DATE:20261122',
      ),
      event('UID:day', 'SUMMARY:One day', 'DTSTART;VALUE=DATE:20261124'),
    )
    const events = await calendar.between(...year)
    expect(events.map(({ start, end }) => [start, end])).toEqual([
      [{ date: '2026-11-20' }, { date: '2026-11-22' }],
      [{ date: '2026-11-24' }, { date: '2026-11-25' }],
    ])
    const lastMinute = new Date('2026-11-22T07:59:00Z')
    const after = new Date('2026-11-22T08:00:00Z')
    const idsFrom = async (from: Date) =>
      (await calendar.between(from, year[1])).map(({ id }) => id)
    expect(await idsFrom(lastMinute)).toEqual(['retreat', 'day'])
    expect(await idsFrom(after)).toEqual(['day'])
  })

  it('joins by the conference’s video entry, or else the hangout link, and only by https', async () => {
    const at = 'DTSTART:20260310T180000Z'
    const calendar = await calendarOf(
      event(
        'UID:a',
        'SUMMARY:A',
        at,
        'X-GOOGLE-CONFERENCE:https://meet.example/hangout',
        'CONFERENCE;VALUE=URI;FEATURE=PHONE:tel:+15550100',
        'CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://video.example/a',
      ),
      event('UID:b', 'SUMMARY:B', at, 'X-GOOGLE-CONFERENCE:https://meet.example/b'),
      event('UID:c', 'SUMMARY:C', at, 'CONFERENCE;VALUE=URI;FEATURE=VIDEO:http://video.example/c'),
      event(
        'UID:d',
        'SUMMARY:D',
        at,
        'LOCATION:https://video.example/d',
        'DESCRIPTION:see https://x.example',
      ),
    )
    const events = await calendar.between(...year)
    expect(events.map(({ id, join_url }) => [id, join_url])).toEqual([
      ['a', 'https://video.example/a'],
      ['b', 'https://meet.example/b'],
      ['c', undefined],
      ['d', undefined],
    ])
    expect(events[3]).toMatchObject({ location: 'https://video.example/d' })
  })

  it('doesn’t expand hourly rules or more frequent ones', async () => {
    const calendar = await calendarOf(
      event('UID:a', 'SUMMARY:A', 'DTSTART:20260310T180000Z', 'RRULE:FREQ=SECONDLY'),
    )
    expect(await calendar.between(...year)).toHaveLength(1)
  })

  it('reads the file again when it has changed', async () => {
    const file = join(folder, 'changing.ics')
    const calendar = icsCalendar({ source: icsFile(file), timeZone })
    await writeFile(file, calendarText(event('UID:a', 'SUMMARY:Old', 'DTSTART:20260310T180000Z')))
    expect((await calendar.between(...year))[0]!.summary).toBe('Old')
    await writeFile(file, calendarText(event('UID:a', 'SUMMARY:New', 'DTSTART:20260310T180000Z')))
    await utimes(file, new Date(), new Date(Date.now() + 5000))
    expect((await calendar.between(...year))[0]!.summary).toBe('New')
  })

  it('reports the calendar as unavailable while the file is missing or incomplete, and recovers afterwards', async () => {
    const file = join(folder, 'broken.ics')
    const calendar = icsCalendar({ source: icsFile(file), timeZone })
    const refused = { code: 'unavailable', message: 'Failed to fetch upcoming events' }
    await expect(calendar.between(...year)).rejects.toMatchObject(refused)
    await writeFile(file, calendarText(event('UID:a', 'DTSTART:20260310T180000Z')).slice(0, 60))
    await expect(calendar.between(...year)).rejects.toMatchObject(refused)
    await writeFile(file, calendarText(event('UID:a', 'SUMMARY:A', 'DTSTART:20260310T180000Z')))
    expect(await calendar.between(...year)).toHaveLength(1)
  })
})
