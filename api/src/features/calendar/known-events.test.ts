import { getEvent, listEvents, listUpcomingEvents } from '@portal/contract/calendar'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import type { Calendar, CalendarEntry, MaybeStale } from './calendar.ts'

const board: CalendarEntry = {
  id: 'board',
  summary: 'Board meeting',
  start: { dateTime: '2026-12-10T09:00:00-08:00' },
  end: { dateTime: '2026-12-10T12:00:00-08:00' },
}
const refused = { status: 503, code: 'unavailable', message: 'Failed to fetch upcoming events' }
const start = Date.parse('2026-11-20T17:00:00Z')
const minute = 60_000

/** A calendar that answers, refuses or hangs on command. */
function controlledCalendar() {
  const control = {
    kind: 'well' as 'well' | 'down' | 'hangs',
    requests: 0,
    events: [board],
    slow: 0,
  }
  const answer = async <T>(value: () => T): Promise<T> => {
    control.requests++
    if (control.kind === 'hangs') await new Promise(() => {})
    if (control.slow > 0) await new Promise((resolve) => setTimeout(resolve, control.slow))
    if (control.kind === 'down') throw new Error('connect ECONNREFUSED')
    return value()
  }
  const calendar: Calendar = {
    problems: async () => [],
    between: () => answer((): MaybeStale<CalendarEntry[]> => [...control.events]),
    byId: (id) => answer(() => control.events.find((event) => event.id === id)),
  }
  return { mood: control, calendar }
}

let api: TestApi
let control: ReturnType<typeof controlledCalendar>['mood']
beforeEach(async () => {
  const port = controlledCalendar()
  control = port.mood
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  const begun = performance.now()
  const now = () => new Date(start + performance.now() - begun)
  api = await testApi({ ports: { calendar: port.calendar }, now })
})
afterEach(async () => {
  await api.close()
  vi.useRealTimers()
})

const upcoming = () => api.call('member')(listUpcomingEvents)
const december = () =>
  api.call('member')(listEvents, { query: { from: '2026-12-01', to: '2027-01-01' } })
/** The answer's header, and its events' ids. */
const answerOf = async (path = '/api/calendar/events/upcoming') => {
  const headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
  const response = await api.request(path, { headers })
  const body: unknown = await response.json()
  const ids = Array.isArray(body) ? body.map(({ id }: CalendarEntry) => id) : []
  return { status: response.status, since: response.headers.get('x-stale-since'), ids }
}
/** Settles a request while the clock advances up to this many ms. */
const within = async <T>(ms: number, asking: Promise<T>): Promise<T> => {
  asking.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(ms)
  return asking
}

describe('upcoming events', () => {
  it('requests upcoming events once, and then returns them from memory', async () => {
    expect(await upcoming()).toHaveLength(1)
    const { requests: requestsBefore } = control
    for (let n = 0; n < 5; n++) await upcoming()
    expect(control.requests).toBe(requestsBefore)
  })

  it('refreshes upcoming events in the background, so that changes appear without a wait', async () => {
    const stop = api.features.calendar.job.start()
    await vi.advanceTimersByTimeAsync(0)
    control.events = [{ ...board, id: 'moved' }]
    await vi.advanceTimersByTimeAsync(minute)
    control.kind = 'hangs'
    expect(await answerOf()).toEqual({ status: 200, since: null, ids: ['moved'] })
    await stop()
  })

  it('shows the operator whether the last refresh failed, and stops although the calendar hangs', async () => {
    const { job } = api.features.calendar
    control.kind = 'down'
    const stop = job.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(await job.state()).toMatchObject({ isRunning: false, lastRun: { outcome: 'failed' } })
    control.kind = 'well'
    await vi.advanceTimersByTimeAsync(minute)
    expect(await job.state()).toMatchObject({ lastRun: { outcome: 'done' } })
    control.kind = 'hangs'
    await vi.advanceTimersByTimeAsync(minute)
    expect(await job.state()).toMatchObject({ isRunning: true })
    await stop()
    expect(api.logged.filter((line) => line.includes('upcoming events'))).toEqual([])
  })

  it('omits events that have ended since they were requested', async () => {
    control.events = [
      { ...board, id: 'now', end: { dateTime: '2026-11-20T09:00:20-08:00' } },
      board,
    ].map((event, n) =>
      n === 0 ? { ...event, start: { dateTime: '2026-11-20T08:00:00-08:00' } } : event,
    )
    expect((await upcoming()).map(({ id }) => id)).toEqual(['now', 'board'])
    await vi.advanceTimersByTimeAsync(20_000)
    expect((await upcoming()).map(({ id }) => id)).toEqual(['board'])
  })
})

describe('a calendar that is down', () => {
  it('keeps the last known events, marked with the time they were current', async () => {
    await upcoming()
    control.kind = 'down'
    await vi.advanceTimersByTimeAsync(2 * minute)
    expect(await answerOf()).toEqual({
      status: 200,
      since: new Date(start).toISOString(),
      ids: ['board'],
    })
    // The reason is logged once for the operator, and not shown to readers.
    const logged = api.logged.filter((line) => line.includes('the calendar can’t be read'))
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('ECONNREFUSED')
    expect(await api.metrics.text()).toMatch(/^portal_calendar_stale_seconds [1-9]/m)
    control.kind = 'well'
    await vi.advanceTimersByTimeAsync(minute)
    expect(await answerOf()).toEqual({ status: 200, since: null, ids: ['board'] })
  })

  it('keeps months and single events as well', async () => {
    await december()
    control.kind = 'down'
    await vi.advanceTimersByTimeAsync(2 * minute)
    const since = new Date(start).toISOString()
    const month = '/api/calendar/events?from=2026-12-01&to=2027-01-01'
    expect(await answerOf(month)).toEqual({ status: 200, since, ids: ['board'] })
    expect(await answerOf('/api/calendar/events/board')).toEqual({ status: 200, since, ids: [] })
  })

  it('refuses with the specified message if no events were loaded yet, until the calendar recovers', async () => {
    control.kind = 'down'
    await expect(upcoming()).rejects.toMatchObject(refused)
    await expect(december()).rejects.toMatchObject(refused)
    const opened = api.call('member')(getEvent, { params: { id: 'board' } })
    await expect(opened).rejects.toMatchObject(refused)
    control.kind = 'well'
    await vi.advanceTimersByTimeAsync(5000)
    expect(await upcoming()).toHaveLength(1)
  })

  it('doesn’t request events again for every reader of loaded ones', async () => {
    await upcoming()
    control.kind = 'down'
    await vi.advanceTimersByTimeAsync(2 * minute)
    const { requests: requestsBefore } = control
    for (let n = 0; n < 20; n++) await upcoming()
    expect(control.requests - requestsBefore).toBe(1)
  })
})

describe('a calendar that hangs', () => {
  it('keeps the last known events within three seconds, and for the second reader at once', async () => {
    await upcoming()
    control.kind = 'hangs'
    await vi.advanceTimersByTimeAsync(2 * minute)
    const since = new Date(start).toISOString()
    expect(await within(3000, answerOf())).toEqual({ status: 200, since, ids: ['board'] })
    expect(await answerOf()).toEqual({ status: 200, since, ids: ['board'] })
  })

  it('refuses within three seconds if no events were loaded yet', async () => {
    control.kind = 'hangs'
    await expect(within(3000, upcoming())).rejects.toMatchObject(refused)
    await expect(within(3000, december())).rejects.toMatchObject(refused)
    const opened = api.call('member')(getEvent, { params: { id: 'board' } })
    await expect(within(3000, opened)).rejects.toMatchObject(refused)
  })
})

it('serves a late response to the next reader', async () => {
  control.slow = 5000
  await expect(within(3000, upcoming())).rejects.toMatchObject(refused)
  // Three sequential calls: the coming weeks have too few events.
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await answerOf()).toEqual({ status: 200, since: null, ids: ['board'] })
})

it('marks events as stale if the calendar itself returned a remembered copy', async () => {
  const staleSince = new Date('2026-11-19T08:00:00Z')
  const calendar: Calendar = {
    problems: async () => [],
    between: async () => Object.assign([board], { staleSince }),
    byId: async () => ({ ...board, staleSince }),
  }
  const fresh = await testApi({ ports: { calendar } })
  const headers = { authorization: `Bearer ${await fresh.tokenOf('member')}` }
  for (const path of ['/api/calendar/events/upcoming', '/api/calendar/events/board']) {
    const response = await fresh.request(path, { headers })
    expect(response.headers.get('x-stale-since')).toBe(staleSince.toISOString())
    expect(await response.text()).not.toContain('staleSince')
  }
  await fresh.close()
})
