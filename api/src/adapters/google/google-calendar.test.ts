import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { calendarSuite, type SuiteEvent } from '../../features/calendar/calendar-suite.ts'
import { momentAt, withOffset } from '@portal/domain/zone-time'
import { googleCalendar } from './google-calendar.ts'
import { calendarApi } from './stand-in/calendar-api.ts'
import { type BookEvent, calendarBook } from './stand-in/calendar-book.ts'
import { startGoogle } from './stand-in/google-server.ts'

const timeZone = 'America/Los_Angeles'
const now = () => new Date('2026-11-20T17:00:00Z')
const from = new Date('2026-01-01T08:00:00Z')
const to = new Date('2027-01-01T08:00:00Z')

async function openGoogle() {
  const google = await startGoogle()
  const board = calendarBook(timeZone)
  const settings = { forgotten: 0 }
  google.mount(calendarApi({ 'board@larkspur.example': board }, settings))
  const calendar = (options: Partial<Parameters<typeof googleCalendar>[0]> = {}) =>
    googleCalendar({
      calendarId: 'board@larkspur.example',
      timeZone,
      credentials: google.account,
      rootUrl: `${google.url}/`,
      tokenUrl: google.tokenUrl,
      delayFactor: 0.001,
      freshFor: 0,
      now,
      ...options,
    })
  return { google, board, settings, calendar }
}

calendarSuite('A Google calendar', async () => {
  const { google, board, calendar } = await openGoogle()
  return {
    // Two events per page, so that most lists span several pages.
    calendar: calendar({ pageSize: 2, meetingHosts: ['meet.larkspur.example'] }),
    replace: async (...events) => board.replace(...events.flatMap(bookEvents)),
    break: async () => void (google.settings.faultRate = 1),
    restore: async () => void (google.settings.faultRate = 0),
    close: google.stop,
  }
})

describe('A Google calendar', () => {
  let opened: Awaited<ReturnType<typeof openGoogle>>
  beforeEach(async () => {
    opened = await openGoogle()
  })
  afterEach(() => opened.google.stop())
  const meeting = (id: string, day = '2026-12-10', more: Partial<BookEvent> = {}): BookEvent => ({
    id,
    summary: id,
    start: { dateTime: `${day}T09:00:00-08:00` },
    end: { dateTime: `${day}T10:00:00-08:00` },
    ...more,
  })
  const ids = async (calendar: ReturnType<typeof opened.calendar>) =>
    (await calendar.between(from, to)).map(({ id }) => id)
  const lists = () => opened.google.calls['calendar.events.list'] ?? 0

  it('reads the calendar in full once, then only requests changes', async () => {
    const { board, google } = opened
    for (let n = 0; n < 30; n++) board.put(meeting(`m${n}`))
    const calendar = opened.calendar({ pageSize: 10 })
    expect(await ids(calendar)).toHaveLength(30)
    expect(lists()).toBe(3)
    google.forgetCalls()
    expect(await ids(calendar)).toHaveLength(30)
    expect(lists()).toBe(1)
    board.put(meeting('m3', '2026-12-11'), meeting('new'))
    board.cancel('m4')
    google.forgetCalls()
    const changed = await ids(calendar)
    expect(lists()).toBe(1)
    expect(changed).toHaveLength(30)
    expect(changed).toContain('new')
    expect(changed).not.toContain('m4')
    expect(changed.at(-1)).toBe('m3')
  })

  it('sends one request for concurrent readers, and none while the copy is current', async () => {
    opened.board.put(meeting('a'))
    const calendar = opened.calendar({ freshFor: 60_000 })
    await Promise.all(Array.from({ length: 10 }, () => ids(calendar)))
    expect(await calendar.byId('a')).toMatchObject({ summary: 'a' })
    expect(opened.google.calls).toMatchObject({ 'calendar.events.list': 1, 'oauth2.token': 1 })
    expect(opened.google.calls).not.toHaveProperty('calendar.events.get')
  })

  it('reads the calendar in full again when Google has dropped the sync token', async () => {
    const { board, google, settings } = opened
    board.put(meeting('a'), meeting('b'))
    const calendar = opened.calendar()
    expect(await ids(calendar)).toEqual(['a', 'b'])
    board.cancel('a')
    board.put(meeting('c'))
    settings.forgotten = board.log.length
    google.forgetCalls()
    expect(await ids(calendar)).toEqual(['b', 'c'])
    expect(lists()).toBe(2)
    google.forgetCalls()
    expect(await ids(calendar)).toEqual(['b', 'c'])
    expect(lists()).toBe(1)
  })

  it.each([
    ['403 for its rate limit', { status: 403, reason: 'rateLimitExceeded' }],
    ['429', { status: 429, reason: 'rateLimitExceeded', retryAfter: 0 }],
    ['500', { status: 500, reason: 'internalError' }],
    ['503', { status: 503, reason: 'backendError' }],
  ])('retries when Google responds with %s', async (_, fault) => {
    opened.board.put(meeting('a'))
    opened.google.fail('calendar.events.list', fault, fault)
    expect(await ids(opened.calendar())).toEqual(['a'])
    expect(lists()).toBe(3)
  })

  it('stays complete despite random failures and slow responses', async () => {
    const { board, google } = opened
    google.settings.faultRate = 0.2
    google.settings.latency = 2
    const calendar = opened.calendar({ pageSize: 3 })
    for (let n = 0; n < 15; n++) {
      board.put(meeting(`m${n}`))
      if (n % 4 === 3) board.cancel(`m${n - 2}`)
      await calendar.between(from, to).catch(() => undefined)
    }
    google.settings.faultRate = 0
    const expected = [...board.instances().keys()].toSorted()
    expect((await ids(calendar)).toSorted()).toEqual(expected)
  })

  it('returns the last copy while Google doesn’t respond, with the time since when it is stale', async () => {
    opened.board.put(meeting('a'))
    const calendar = opened.calendar({ timeout: 100, freshFor: 1 })
    await ids(calendar)
    const hangs = Array.from({ length: 8 }, () => 'hangs' as const)
    opened.google.fail('calendar.events.list', ...hangs)
    await new Promise((resolve) => setTimeout(resolve, 5))
    const old = await calendar.between(from, to)
    expect(old.map(({ id }) => id)).toEqual(['a'])
    expect(old.staleSince).toEqual(now())
  })

  it('leaves out generated events and whole series', async () => {
    opened.board.put(
      meeting('a', '2026-12-10', { eventType: 'workingLocation' }),
      meeting('b', '2026-12-10', { eventType: 'birthday' }),
      meeting('old', '2010-12-10', { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] }),
      meeting('c', '2026-12-10', {
        end: { dateTime: '2026-12-10T09:00:00-08:00' },
        endTimeUnspecified: true,
      }),
    )
    const calendar = opened.calendar()
    expect(await ids(calendar)).toEqual(['c'])
    expect((await calendar.byId('c'))?.end).toBeUndefined()
    for (const id of ['a', 'b', 'old']) expect(await calendar.byId(id)).toBeUndefined()
    expect(await calendar.byId('old_20101211T170000Z')).toMatchObject({ summary: 'old' })
  })

  it('shows a private event as Busy', async () => {
    opened.board.put(
      meeting('a', '2026-12-10', { visibility: 'private', location: 'x', description: 'x' }),
      meeting('b', '2026-12-11', { visibility: 'confidential' }),
      meeting('c', '2026-12-12', { visibility: 'public' }),
    )
    const calendar = opened.calendar()
    const events = await calendar.between(from, to)
    expect(events.map(({ summary }) => summary)).toEqual(['Busy', 'Busy', 'c'])
    expect(events[0]).not.toHaveProperty('location')
    expect(events[0]).not.toHaveProperty('description')
  })

  it('never asks Google for an id it can’t have issued', async () => {
    const calendar = opened.calendar()
    for (const id of ['../../calendarList', 'a b', 'é', 'x'.repeat(2000)]) {
      expect(await calendar.byId(id)).toBeUndefined()
    }
    expect(opened.google.calls).toEqual({})
  })

  it('reports as the cause that the calendar isn’t shared with the portal', async () => {
    const calendar = opened.calendar({ calendarId: 'elsewhere@larkspur.example' })
    await expect(calendar.between(from, to)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Failed to fetch upcoming events',
      details: {
        cause: {
          message:
            'The calendar elsewhere@larkspur.example isn’t in Google Calendar, or isn’t shared with the portal’s account.',
        },
      },
    })
  })
})

function bookEvents(event: SuiteEvent): BookEvent[] {
  const { uid, repeats, zone = timeZone, ...rest } = event
  const single = { ...rest, zone }
  const master = bookEvent(uid, single)
  if (!repeats) return [master]
  const { every, count, except = [], changed = {} } = repeats
  const excepted = except.map((start) => `${start.replaceAll(/[-:]/g, '')}00`)
  const rules = [
    `RRULE:FREQ=${every};COUNT=${count}`,
    ...(excepted.length > 0 ? [`EXDATE;TZID=${zone}:${excepted.join()}`] : []),
  ]
  return [
    { ...master, recurrence: rules },
    ...Object.entries(changed).map(([was, is]) => {
      const stamp = momentAt(was, zone)!.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
      const id = `${uid}_${stamp}Z`
      const link = { recurringEventId: uid, originalStartTime: time(was, zone) }
      return is === 'cancelled'
        ? { id, status: 'cancelled', ...link }
        : { ...bookEvent(id, { ...single, ...is }), ...link }
    }),
  ]
}

function bookEvent(
  id: string,
  event: Omit<SuiteEvent, 'uid' | 'repeats'> & { zone: string },
): BookEvent {
  const { start, end = start, zone, summary, location, description, free, video, hangout } = event
  const entryPoints = [
    { entryPointType: 'phone', uri: 'tel:+15550100' },
    { entryPointType: 'video', uri: video ?? '' },
  ]
  return {
    id,
    start: time(start, zone),
    end: time(end, zone),
    ...(summary === undefined ? {} : { summary }),
    ...(location === undefined ? {} : { location }),
    ...(description === undefined ? {} : { description }),
    ...(free ? { transparency: 'transparent' } : {}),
    ...(video === undefined ? {} : { conferenceData: { entryPoints } }),
    ...(hangout === undefined ? {} : { hangoutLink: hangout }),
  }
}

function time(text: string, zone: string): NonNullable<BookEvent['start']> {
  if (!text.includes('T')) return { date: text }
  return { dateTime: withOffset(momentAt(text, zone)!, zone), timeZone: zone }
}
