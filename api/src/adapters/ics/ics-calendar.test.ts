import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nextTurn } from '../../platform/background/next-turn.ts'
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
    const [entry] = await calendar.between(...year)
    expect(entry!.start).toEqual({ dateTime: '2026-06-10T09:00:00-07:00' })
    expect(entry!.end).toEqual({ dateTime: '2026-06-10T10:30:00-07:00' })
  })

  it('ends an all-day event without an end on the next day', async () => {
    const calendar = await calendarOf(event('UID:a', 'SUMMARY:A', 'DTSTART;VALUE=DATE:20261124'))
    const [entry] = await calendar.between(...year)
    expect([entry!.start, entry!.end]).toEqual([{ date: '2026-11-24' }, { date: '2026-11-25' }])
  })

  it('joins by the conference’s video entry, not by its phone entry', async () => {
    const calendar = await calendarOf(
      event(
        'UID:a',
        'SUMMARY:A',
        'DTSTART:20260310T180000Z',
        'CONFERENCE;VALUE=URI;FEATURE=PHONE:tel:+15550100',
        'CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://video.example/a',
      ),
    )
    expect(await calendar.between(...year)).toMatchObject([{ join_url: 'https://video.example/a' }])
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

  it('has no events before the file exists, if that is allowed, and is unavailable when the file is gone again', async () => {
    const file = join(folder, 'later.ics')
    const calendar = icsCalendar({ source: icsFile(file, { mayBeMissing: true }), timeZone })
    expect(await calendar.between(...year)).toEqual([])
    expect(await calendar.problems()).toEqual([])
    await writeFile(file, calendarText(event('UID:a', 'SUMMARY:A', 'DTSTART:20260310T180000Z')))
    expect(await calendar.between(...year)).toHaveLength(1)
    await rm(file)
    await expect(calendar.between(...year)).rejects.toMatchObject({ code: 'unavailable' })
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

it('reads a large file in turns with other long work', async () => {
  const events = Array.from({ length: 200 }, (_, n) =>
    event(`UID:${n}`, 'DTSTART:20261103T090000Z', 'SUMMARY:Visit'),
  )
  const bytes = Buffer.from(['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\n'))
  const source = async () => ({ stamp: 'one', bytes: async () => bytes })
  const done: string[] = []
  const others = [1, 2, 3].map(() => nextTurn().then(() => done.push('other')))
  const reading = icsCalendar({ source, timeZone: 'America/Los_Angeles' }).problems()
  await Promise.all([...others, reading.then(() => done.push('calendar'))])
  expect(done).toEqual(['other', 'other', 'other', 'calendar'])
})
