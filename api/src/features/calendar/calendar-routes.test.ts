import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import {
  getEvent,
  listCalendarProblems,
  listEvents,
  listUpcomingEvents,
} from '@portal/contract/calendar'
import { describe, expect, it } from 'vitest'
import { testApi } from '../../testing/test-api.ts'
import { icsCalendar } from '../../adapters/ics/ics-calendar.ts'
import type { Calendar, CalendarEntry } from './calendar.ts'

const zone = 'America/Los_Angeles'

/** A calendar that records the requested moments. */
function recordingCalendar() {
  const ranges: [string, string][] = []
  const calendar: Calendar = {
    async between(from, to) {
      ranges.push([from.toISOString(), to.toISOString()])
      return ['a', 'b', 'c'].map((id) => ({
        id,
        summary: id,
        start: { dateTime: '2026-11-20T09:00:00-08:00' },
      }))
    },
    byId: async (id) =>
      id === 'a_1@x/y' ? { id, summary: 'A', start: { date: '2026-11-20' } } : undefined,
    problems: async () => [],
  }
  return { calendar, ranges }
}

describe('the calendar', () => {
  it('lists upcoming events from now on, with at most the requested number', async () => {
    const { calendar, ranges } = recordingCalendar()
    const now = () => new Date('2026-11-20T17:00:00Z')
    const api = await testApi({ ports: { calendar }, now })
    const query = { limit: 2 }
    expect(await api.call('member')(listUpcomingEvents, { query })).toHaveLength(2)
    expect(await api.call('member')(listUpcomingEvents)).toHaveLength(3)
    expect(ranges[0]).toEqual(['2026-11-20T17:00:00.000Z', '2026-12-25T17:00:00.000Z'])
    // Too few were found in the coming weeks, so years are searched.
    expect(ranges.at(-1)![1]).toBe('2029-01-28T17:00:00.000Z')
    for (const limit of [0, 101, 1.5]) {
      await expect(
        api.call('member')(listUpcomingEvents, { query: { limit } }),
      ).rejects.toMatchObject({ status: 400 })
    }
    await api.close()
  })

  it('treats an all-day note as a meeting only if it has a place or a link', async () => {
    const events = [
      { id: 'closed', summary: 'Office closed', isFree: true, start: { date: '2026-11-26' } },
      { id: 'day', summary: 'Giving day', start: { date: '2026-11-27' } },
      { id: 'retreat', isFree: true, location: 'Ojai', start: { date: '2026-11-28' } },
      { id: 'call', isFree: true, start: { dateTime: '2026-11-29T09:00:00-08:00' } },
    ].map((event) => ({ summary: event.id, ...event }))
    const calendar = {
      between: async () => events,
      byId: async () => undefined,
      problems: async () => [],
    }
    const api = await testApi({ ports: { calendar }, now: () => new Date('2026-11-20T17:00:00Z') })
    const call = api.call('member')
    const upcoming = await call(listUpcomingEvents, { query: { limit: 3 } })
    expect(upcoming.map(({ id }) => id)).toEqual(['day', 'retreat', 'call'])
    const month = await call(listEvents, { query: { from: '2026-11-01', to: '2026-12-01' } })
    expect(month.map(({ id }) => id)).toEqual(['closed', 'day', 'retreat', 'call'])
    expect(month[0]).not.toHaveProperty('isFree')
    await api.close()
  })

  it('uses the foundation’s days of a month, also across clock changes', async () => {
    const { calendar, ranges } = recordingCalendar()
    const api = await testApi({ ports: { calendar } })
    const query = { from: '2026-03-01', to: '2026-04-01' }
    await api.call('member')(listEvents, { query })
    expect(ranges).toEqual([['2026-03-01T08:00:00.000Z', '2026-04-01T07:00:00.000Z']])
    await api.close()
  })

  it('refuses invalid days, days in the wrong order, and more than 400 of them', async () => {
    const { calendar, ranges } = recordingCalendar()
    const api = await testApi({ ports: { calendar } })
    for (const [from, to] of [
      ['2025-02-30', '2025-03-10'],
      ['2025-02-01', '2025-13-10'],
      ['2025-02-01', '2025-02-01'],
      ['2025-03-01', '2025-02-01'],
      ['2025-01-01', '2026-02-06'],
      ['1969-01-01', '1969-02-06'],
    ] as const) {
      const call = api.call('member')(listEvents, { query: { from, to } })
      await expect(call, `${from} ${to}`).rejects.toMatchObject({ code: 'badRequest' })
    }
    expect(ranges).toEqual([])
    await api.call('member')(listEvents, { query: { from: '2025-01-01', to: '2026-02-05' } })
    await api.close()
  })

  it('leaves out private events if only meetings are requested', async () => {
    const at = (day: number) => ({ dateTime: `2026-11-${day}T09:00:00-08:00` })
    const events = [
      { id: 'busy', summary: 'Busy', isPrivate: true, start: at(21) },
      { id: 'board', summary: 'Board', start: at(22) },
    ]
    const calendar = { ...recordingCalendar().calendar, between: async () => events }
    const api = await testApi({ ports: { calendar }, now: () => new Date('2026-11-20T17:00:00Z') })
    const ids = async (query: { limit: number; private?: 'false' }) =>
      (await api.call('member')(listUpcomingEvents, { query })).map(({ id }) => id)
    expect(await ids({ limit: 1 })).toEqual(['busy'])
    expect(await ids({ limit: 1, private: 'false' })).toEqual(['board'])
    await api.close()
  })

  it('lists and counts for admins what can’t be read', async () => {
    const problems = Array.from({ length: 201 }, (_, n) => ({ line: n, message: 'Unreadable.' }))
    const calendar = { ...recordingCalendar().calendar, problems: async () => problems }
    const api = await testApi({ ports: { calendar } })
    const listed = await api.call('admin')(listCalendarProblems)
    expect(listed).toEqual({ problems: problems.slice(0, 200), total: 201 })
    await expect(api.call('member')(listCalendarProblems)).rejects.toMatchObject({ status: 403 })
    await api.close()
  })

  it('finds one event by its id, and reports an unknown one', async () => {
    const api = await testApi({ ports: { calendar: recordingCalendar().calendar } })
    const call = api.call('member')
    expect(await call(getEvent, { params: { id: 'a_1@x/y' } })).toMatchObject({ summary: 'A' })
    await expect(call(getEvent, { params: { id: 'b' } })).rejects.toMatchObject({
      code: 'notFound',
      message: 'Event not found',
    })
    await api.close()
  })
})

describe('a meeting that exists only as an agenda', () => {
  const params = { year: '2026', quarter: '4' }
  const content = { title: 'Q4 Board Meeting', date: '2026-12-10', time: '15:00', endTime: '17:00' }
  const month = { query: { from: '2026-12-01', to: '2027-01-01' } }

  async function portal(events: CalendarEntry[], today = '2026-12-01T17:00:00Z') {
    const calendar: Calendar = {
      between: async (from, to) =>
        events.filter(({ start }) => {
          const at = Date.parse(start.dateTime ?? start.date!)
          return at >= from.getTime() && at < to.getTime()
        }),
      byId: async () => undefined,
      problems: async () => [],
    }
    const api = await testApi({ ports: { calendar }, now: () => new Date(today) })
    const draft = await api.call('admin')(saveAgenda, { params, body: content, revision: 'new' })
    const publish = () =>
      api.call('admin')(setAgendaStatus, {
        params,
        body: { status: 'published' },
        revision: draft.revision,
      })
    return { api, publish, call: api.call('member') }
  }

  it('is listed with the upcoming events and in its month once it is published', async () => {
    const early = { id: 'a', summary: 'Audit', start: { dateTime: '2026-12-03T09:00:00-08:00' } }
    const late = { id: 'z', summary: 'Party', start: { dateTime: '2026-12-18T09:00:00-08:00' } }
    const { api, publish, call } = await portal([early, late])
    expect(await call(listUpcomingEvents)).toHaveLength(2)
    await publish()
    const meeting = {
      id: 'agenda-2026-Q4',
      summary: 'Q4 Board Meeting',
      start: { dateTime: '2026-12-10T15:00:00-08:00' },
      end: { dateTime: '2026-12-10T17:00:00-08:00' },
      fromAgenda: true,
    }
    expect(await call(listUpcomingEvents)).toEqual([early, meeting, late])
    expect(await call(listEvents, month)).toEqual([early, meeting, late])
    expect(await call(getEvent, { params: { id: meeting.id } })).toEqual(meeting)
    const january = { query: { from: '2027-01-01', to: '2027-02-01' } }
    expect(await call(listEvents, january)).toEqual([])
    await api.close()
  })

  it('is replaced by an event on its day, even if that is over, but not by a note', async () => {
    const at = (dateTime: string) => [{ id: 'a', summary: 'Board', start: { dateTime } }]
    const same = await portal(at('2026-12-10T09:00:00-08:00'), '2026-12-10T20:00:00Z')
    await same.publish()
    expect(await same.call(listUpcomingEvents)).toEqual([])
    expect(await same.call(listEvents, month)).toHaveLength(1)
    await same.api.close()
    const note = { id: 'n', summary: 'Hanukkah', isFree: true, start: { date: '2026-12-10' } }
    const other = await portal([note])
    await other.publish()
    expect((await other.call(listUpcomingEvents)).map(({ id }) => id)).toEqual(['agenda-2026-Q4'])
    await other.api.close()
  })
})

describe('an event for one’s own calendar', () => {
  const board: CalendarEntry = {
    id: 'board_20261210T170000Z@x/y',
    summary:
      'Board; budget, and more — with a title that is longer than a line of such a file may be',
    start: { dateTime: '2026-12-10T09:00:00-08:00' },
    end: { dateTime: '2026-12-10T12:00:00-08:00' },
    location: 'Larkspur House, Boardroom',
    description: 'Papers are in the portal.\nQuestions: Ruth',
    join_url: 'https://meet.example/board',
  }
  const retreat: CalendarEntry = {
    id: 'retreat',
    summary: 'Retreat',
    start: { date: '2026-12-12' },
  }
  const call: CalendarEntry = {
    id: 'call',
    summary: 'Call',
    start: { date: '2026-12-14' },
    timeUnconfirmed: true,
  }
  const calendar: Calendar = {
    between: async () => [],
    byId: async (id) => [board, retreat, call].find((event) => event.id === id),
    problems: async () => [],
  }

  it('serves an event as a file by a plain link, with the same content each time', async () => {
    const now = () => new Date('2026-11-20T17:00:00Z')
    const api = await testApi({ ports: { calendar }, now })
    const response = await api.request(`/api/calendar/events/${encodeURIComponent(board.id)}/ics`, {
      headers: { cookie: `__session=${await api.tokenOf('member')}` },
    })
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=event.ics')
    const text = await response.text()
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const again = icsCalendar({
      source: async () => ({ stamp: '1', bytes: async () => Buffer.from(text) }),
      timeZone: zone,
    })
    expect(await again.between(new Date('2026-12-01'), new Date('2027-01-01'))).toEqual([
      { ...board, description: `${board.description}\n\nJoin: https://meet.example/board` },
    ])
    await api.close()
  })

  it('uses dates for an event that has them', async () => {
    const api = await testApi({ ports: { calendar } })
    const headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
    const response = await api.request('/api/calendar/events/retreat/ics', { headers })
    const text = await response.text()
    expect(text).toContain('DTSTART;VALUE=DATE:20261212\r\nDTEND;VALUE=DATE:20261213\r\n')
    expect(text).not.toContain('DESCRIPTION')
    const later = await api.request('/api/calendar/events/call/ics', { headers })
    expect(await later.text()).toContain('DESCRIPTION:Time to be confirmed\r\n')
    const unknown = await api.request('/api/calendar/events/unknown/ics', { headers })
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ error: 'Event not found' })
    await api.close()
  })
})
