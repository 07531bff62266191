import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { listEvents, listUpcomingEvents } from '@portal/contract/calendar'
import { silentLog } from '../../platform/log.ts'
import { syncAdmin, unmapped } from '../../features/sync/sync-fixtures.ts'
import { createSyncService } from '../../features/sync/sync-service.ts'
import { testApi } from '../../testing/test-api.ts'
import { memoryBlobStore } from '../memory/memory-blob-store.ts'
import { openSqliteStore } from '../sqlite/sqlite-document-store.ts'
import { googleCalendar } from './google-calendar.ts'
import { calendarApi } from './stand-in/calendar-api.ts'
import { calendarBook } from './stand-in/calendar-book.ts'
import { openBoard } from './stand-in/google-board.ts'
import type { GoogleFault } from './stand-in/google-errors.ts'
import { startGoogle } from './stand-in/google-server.ts'

const busy = 'Google Drive is receiving too many requests. Please try again later.'
const silent = 'Google Drive isn’t responding. Please try again later.'
const isLong = process.env['TEST_LONG'] === '1'
/** Those that only `test --long` tries end with the same message as another. */
const outages: [string, GoogleFault, string][] = [
  ...(isLong ? moreOutages() : []),
  ['429, to be asked again in 30 days', rateLimited(2_592_000), busy],
  ['500', { status: 500, reason: 'internalError' }, silent],
  [
    '403 because access was withdrawn',
    { status: 403, reason: 'insufficientFilePermissions' },
    'Google Drive refused the portal’s request (insufficientFilePermissions).',
  ],
]

function moreOutages(): [string, GoogleFault, string][] {
  return [
    ['403 for its rate limit', { status: 403, reason: 'userRateLimitExceeded' }, busy],
    ['429', { status: 429, reason: 'rateLimitExceeded' }, busy],
    ['429, to be asked again in 30 s', rateLimited(30), busy],
  ]
}

function rateLimited(retryAfter: number): GoogleFault {
  return { status: 429, reason: 'rateLimitExceeded', retryAfter }
}

describe('Google Drive failing for an hour', () => {
  let board: Awaited<ReturnType<typeof openBoard>>
  afterEach(() => board.google.stop())

  async function openPortal(files: number) {
    board = await openBoard()
    for (let n = 0; n < files; n += 1) board.tree.put(`File ${n}.txt`, board.root, `file ${n}`)
    let clock = Date.parse('2026-11-24T09:00:00Z')
    const now = () => new Date(clock)
    const store = openSqliteStore({ path: ':memory:', now })
    onTestFinished(() => store.close())
    const wait = async (ms: number) => void (clock += ms)
    const parts = { ...unmapped, store, blobs: memoryBlobStore(now), now, log: silentLog, wait }
    const service = createSyncService({ ...parts, drive: board.drive })
    const sync = async () => {
      await service.trigger(syncAdmin)
      await service.idle()
      return service.status(syncAdmin)
    }
    const documents = async () => (await store.list('documents')).documents
    return { sync, documents, wait }
  }
  const calls = () => Object.values(board.google.calls).reduce((sum, count) => sum + count, 0)

  it.each(outages)(
    'removes nothing, isn’t hammered, and recovers: %s',
    async (_, fault, message) => {
      const { sync, documents, wait } = await openPortal(12)
      expect(await sync()).toMatchObject({ status: 'completed', documents: 12 })
      const before = await documents()
      board.google.settings.outage = () => fault
      board.google.forgetCalls()
      for (let run = 0; run < 3; run += 1) {
        expect(await sync()).toMatchObject({ status: 'failed', error_message: message })
        await wait(600_000)
      }
      // Each run tries seven times, with three retries.
      expect(calls()).toBeLessThanOrEqual(3 * 28)
      expect(await documents()).toEqual(before)
      board.google.settings.outage = undefined
      board.tree.put('New.txt', board.root, 'new')
      board.google.forgetCalls()
      const recovered = await sync()
      expect(recovered).toMatchObject({ status: 'completed', documents: 13 })
      expect(recovered).not.toHaveProperty('held')
      expect(board.google.calls).toMatchObject({ 'drive.files.download': 1 })
    },
  )

  it('stops retrying all files once three of them have failed', async () => {
    const { sync, documents } = await openPortal(40)
    const fault = { status: 429, reason: 'rateLimitExceeded' }
    board.google.settings.outage = (method) => (method.endsWith('download') ? fault : undefined)
    expect(await sync()).toMatchObject({ status: 'failed', error_message: busy })
    // The 24 files that are fetched at a time, each tried seven times with three retries.
    expect(board.google.calls['drive.files.download']).toBeLessThanOrEqual(30 * 28)
    board.google.settings.outage = undefined
    expect(await sync()).toMatchObject({ status: 'completed' })
    expect(await documents()).toHaveLength(40)
  })
})

describe('Google Calendar failing for an hour', () => {
  const timeZone = 'America/Los_Angeles'
  const calendarId = 'board@larkspur.example'

  async function openPortal() {
    const google = await startGoogle()
    onTestFinished(() => google.stop())
    const book = calendarBook(timeZone)
    const event = (id: string) => ({
      id,
      summary: id,
      start: { dateTime: '2026-12-10T09:00:00-08:00' },
      end: { dateTime: '2026-12-10T10:00:00-08:00' },
    })
    book.put(event('Board meeting'))
    google.mount(calendarApi({ [calendarId]: book }, { forgotten: 0 }))
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const begun = Date.parse('2026-11-24T17:00:00Z')
    const now = () => new Date(begun + performance.now())
    const access = { rootUrl: `${google.url}/`, tokenUrl: google.tokenUrl, delayFactor: 0 }
    const credentials = google.account
    const calendar = googleCalendar({ ...access, calendarId, timeZone, credentials, now })
    const env = { METRICS_TOKEN: 'm'.repeat(32) }
    const api = await testApi({ ports: { calendar }, now, env })
    onTestFinished(() => api.close())
    const query = { from: '2026-12-01', to: '2026-12-31' }
    const events = async () => {
      const call = api.call('member')
      const [coming, month] = [
        await call(listUpcomingEvents, { query: { limit: 1 } }),
        await call(listEvents, { query }),
      ]
      expect(coming).toHaveLength(1)
      return month.map(({ summary }) => summary)
    }
    const calendarPart = async () => {
      const headers = { authorization: `Bearer ${env.METRICS_TOKEN}` }
      const response = await api.request('/readyz', { headers })
      const { parts } = (await response.json()) as { parts: Record<string, { status: string }> }
      return [response.status, parts['calendar']!.status]
    }
    return { google, book, event, events, calendarPart }
  }

  const more: [string, GoogleFault, number][] = [
    ['403 for its rate limit', { status: 403, reason: 'rateLimitExceeded' }, 400],
    ['403 because access was withdrawn', { status: 403, reason: 'forbidden' }, 100],
  ]
  it.each<[string, GoogleFault, number]>([
    ['429, to be asked again in five minutes', rateLimited(300), 20],
    ['500', { status: 500, reason: 'internalError' }, 400],
    ...(isLong ? more : []),
  ])('shows the last events, asks less often, and recovers: %s', async (_, fault, mostCalls) => {
    const { google, book, event, events, calendarPart } = await openPortal()
    expect(await events()).toEqual(['Board meeting'])
    google.settings.outage = () => fault
    google.forgetCalls()
    // A reader every fifteen seconds.
    for (let second = 0; second < 3600; second += 15) {
      vi.advanceTimersByTime(15_000)
      expect(await events()).toEqual(['Board meeting'])
    }
    expect(await calendarPart()).toEqual([200, 'failing'])
    expect(google.calls['calendar.events.list']).toBeLessThanOrEqual(mostCalls)
    google.settings.outage = undefined
    book.put(event('Committee meeting'))
    // At most ten minutes later, without anybody’s help.
    for (let second = 0; second < 600; second += 15) {
      vi.advanceTimersByTime(15_000)
      await events()
    }
    await expect.poll(events).toContain('Committee meeting')
    expect(await calendarPart()).toEqual([200, 'ok'])
  })
})
