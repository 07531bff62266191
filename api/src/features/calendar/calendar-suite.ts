import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callEndings, endedBefore, endedMeanwhile } from '../../testing/call-endings-fixture.ts'
import type { Calendar } from './calendar.ts'

/** An event as entered by the suite; times are `YYYY-MM-DDTHH:MM` in `zone`, or dates. */
export type SuiteEvent = {
  uid: string
  summary?: string
  start: string
  /** All-day ends are exclusive. */
  end?: string
  /** America/Los_Angeles by default. */
  zone?: string
  location?: string
  description?: string
  /** Marked as free. */
  free?: boolean
  /** The conference's video entry point, and the hangout link. */
  video?: string
  hangout?: string
  repeats?: {
    every: 'DAILY' | 'WEEKLY'
    count: number
    /** Starts of excluded occurrences. */
    except?: string[]
    /** By the original start: the moved occurrence, or its cancellation. */
    changed?: Record<string, { start: string; end: string; summary?: string } | 'cancelled'>
  }
}

export type SuiteCalendar = {
  calendar: Calendar
  /** Replaces the calendar's content, visible at the next request. */
  replace: (...events: SuiteEvent[]) => Promise<void>
  /** Makes the source fail; returns a function that restores it. */
  break: () => Promise<void>
  restore: () => Promise<void>
  close: () => Promise<void>
}

const year = [new Date('2026-01-01T08:00:00Z'), new Date('2027-01-01T08:00:00Z')] as const
const zone = 'America/Los_Angeles'

/**
 * The tests of every `Calendar` adapter. `open` returns an empty one in America/Los_Angeles, in
 * November 2026, whose settings add `meet.larkspur.example` to the meeting services.
 */
export function calendarSuite(name: string, open: () => Promise<SuiteCalendar>): void {
  describe(`${name} as a calendar`, () => {
    let opened: SuiteCalendar
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())
    const holding = async (...events: SuiteEvent[]) => {
      await opened.replace(...events)
      return opened.calendar.between(...year)
    }

    it('starts empty', async () => {
      expect(await holding()).toEqual([])
      expect(await opened.calendar.byId('unknown')).toBeUndefined()
      expect(await opened.calendar.byId('no/id of “anything”')).toBeUndefined()
    })

    it('lists its events, soonest first, and finds each by its id', async () => {
      const entries = await holding(
        { uid: 'late', start: '2026-11-20T14:00', summary: 'Late' },
        {
          uid: 'board',
          start: '2026-11-20T09:00',
          end: '2026-11-20T12:00',
          summary: 'Board meeting',
          location: 'Larkspur House, Boardroom',
          description: 'Papers; and more,\nin the portal.',
        },
      )
      expect(entries).toEqual([
        {
          id: 'board',
          summary: 'Board meeting',
          start: { dateTime: '2026-11-20T09:00:00-08:00' },
          end: { dateTime: '2026-11-20T12:00:00-08:00' },
          location: 'Larkspur House, Boardroom',
          description: 'Papers; and more,\nin the portal.',
        },
        { id: 'late', summary: 'Late', start: { dateTime: '2026-11-20T14:00:00-08:00' } },
      ])
      for (const entry of entries) expect(await opened.calendar.byId(entry.id)).toEqual(entry)
    })

    it('returns times in the foundation’s zone, wherever a meeting was entered', async () => {
      const entries = await holding(
        { uid: 'oslo', start: '2026-03-10T18:00', end: '2026-03-10T19:00', zone: 'Europe/Oslo' },
        { uid: 'here', start: '2026-03-10T18:00', end: '2026-03-10T19:00' },
      )
      expect(entries.map(({ id, start }) => [id, start.dateTime])).toEqual([
        ['oslo', '2026-03-10T10:00:00-07:00'],
        ['here', '2026-03-10T18:00:00-07:00'],
      ])
    })

    it('keeps a weekly meeting at nine o’clock when the clocks change', async () => {
      const entries = await holding({
        uid: 'call',
        start: '2026-10-26T09:00',
        end: '2026-10-26T10:00',
        repeats: { every: 'WEEKLY', count: 2 },
      })
      expect(entries.map(({ start, end }) => [start.dateTime, end?.dateTime])).toEqual([
        ['2026-10-26T09:00:00-07:00', '2026-10-26T10:00:00-07:00'],
        ['2026-11-02T09:00:00-08:00', '2026-11-02T10:00:00-08:00'],
      ])
    })

    it('omits excluded and canceled occurrences, moves moved ones, and gives each its own id', async () => {
      const entries = await holding({
        uid: 'call',
        summary: 'Call',
        start: '2026-11-02T09:00',
        end: '2026-11-02T10:00',
        repeats: {
          every: 'WEEKLY',
          count: 5,
          except: ['2026-11-09T09:00'],
          changed: {
            '2026-11-16T09:00': {
              start: '2026-11-18T14:00',
              end: '2026-11-18T15:00',
              summary: 'Call, moved',
            },
            '2026-11-23T09:00': 'cancelled',
          },
        },
      })
      expect(entries.map(({ id, summary, start }) => [id, summary, start.dateTime])).toEqual([
        ['call_20261102T170000Z', 'Call', '2026-11-02T09:00:00-08:00'],
        ['call_20261116T170000Z', 'Call, moved', '2026-11-18T14:00:00-08:00'],
        ['call_20261130T170000Z', 'Call', '2026-11-30T09:00:00-08:00'],
      ])
      for (const entry of entries) expect(await opened.calendar.byId(entry.id)).toEqual(entry)
      expect(await opened.calendar.byId('call_20261109T170000Z')).toBeUndefined()
      expect(await opened.calendar.byId('call_20261123T170000Z')).toBeUndefined()
      expect(await opened.calendar.byId('call')).toBeUndefined()
    })

    it('returns dates for all-day events, with an exclusive end, as the foundation’s days', async () => {
      const entries = await holding(
        { uid: 'retreat', start: '2026-11-20', end: '2026-11-22' },
        {
          uid: 'daily',
          start: '2026-11-24',
          end: '2026-11-25',
          repeats: { every: 'DAILY', count: 2 },
        },
      )
      expect(entries.map(({ id, start, end }) => [id, start, end])).toEqual([
        ['retreat', { date: '2026-11-20' }, { date: '2026-11-22' }],
        ['daily_20261124', { date: '2026-11-24' }, { date: '2026-11-25' }],
        ['daily_20261125', { date: '2026-11-25' }, { date: '2026-11-26' }],
      ])
      const first = async (from: string) =>
        (await opened.calendar.between(new Date(from), year[1]))[0]?.id
      expect(await first('2026-11-22T07:59:00Z')).toBe('retreat')
      expect(await first('2026-11-22T08:00:00Z')).toBe('daily_20261124')
    })

    it('returns an event that overlaps the range, and no other', async () => {
      await holding({ uid: 'a', start: '2026-03-10T11:00', end: '2026-03-10T12:00', zone })
      const count = async (from: string, to: string) =>
        (await opened.calendar.between(new Date(from), new Date(to))).length
      expect(await count('2026-03-10T18:30:00Z', '2026-03-10T18:40:00Z')).toBe(1)
      expect(await count('2026-03-10T19:00:00Z', '2026-03-11T00:00:00Z')).toBe(0)
      expect(await count('2026-03-10T00:00:00Z', '2026-03-10T18:00:00Z')).toBe(0)
    })

    it('searches any year', async () => {
      await opened.replace(
        { uid: 'then', start: '2012-03-10T11:00', end: '2012-03-10T12:00' },
        { uid: 'some-day', start: '2041-03-10', end: '2041-03-11' },
      )
      const ids = async (from: string, to: string) =>
        (await opened.calendar.between(new Date(from), new Date(to))).map(({ id }) => id)
      expect(await ids('2012-01-01', '2013-01-01')).toEqual(['then'])
      expect(await ids('2041-01-01', '2042-01-01')).toEqual(['some-day'])
      expect((await opened.calendar.byId('then'))?.start.dateTime).toBe('2012-03-10T11:00:00-08:00')
    })

    it('joins by the conference’s video entry, else by the hangout link, and only by https', async () => {
      const start = '2026-03-10T11:00'
      const entries = await holding(
        { uid: 'a', start, video: 'https://video.example/a', hangout: 'https://meet.example/a' },
        { uid: 'b', start, hangout: 'https://meet.example/b' },
        { uid: 'c', start, video: 'http://video.example/c' },
        { uid: 'd', start, location: 'https://video.example/d' },
      )
      expect(entries.map(({ id, join_url }) => [id, join_url])).toEqual([
        ['a', 'https://video.example/a'],
        ['b', 'https://meet.example/b'],
        ['c', undefined],
        ['d', undefined],
      ])
    })

    it('joins by the first address of a meeting service in the place or the description', async () => {
      const start = '2026-03-10T11:00'
      const entries = await holding(
        { uid: 'a', start, location: 'https://us02web.zoom.us/j/1?pwd=a.' },
        { uid: 'b', start, description: 'See https://x.example/ or https://meet.google.com/abc)' },
        {
          uid: 'c',
          start,
          description: '<a href="https://teams.microsoft.com/l/a?b=1&amp;c=2">x</a>',
        },
        { uid: 'd', start, location: 'https://meet.larkspur.example/board' },
        { uid: 'e', start, location: 'https://zoom.us.evil.example/j/1 http://zoom.us/j/1' },
        { uid: 'f', start, location: 'https://zoom.us/j/1', video: 'https://video.example/f' },
      )
      expect(entries.map(({ id, join_url }) => [id, join_url])).toEqual([
        ['a', 'https://us02web.zoom.us/j/1?pwd=a'],
        ['b', 'https://meet.google.com/abc'],
        ['c', 'https://teams.microsoft.com/l/a?b=1&c=2'],
        ['d', 'https://meet.larkspur.example/board'],
        ['e', undefined],
        ['f', 'https://video.example/f'],
      ])
    })

    it('distinguishes events that leave the day free, and names those without a title', async () => {
      const entries = await holding(
        { uid: 'a', start: '2026-11-26', end: '2026-11-27', free: true },
        { uid: 'b', start: '2026-11-27', end: '2026-11-28' },
      )
      expect(entries.map(({ isFree, summary }) => [isFree ?? false, summary])).toEqual([
        [true, 'Untitled event'],
        [false, 'Untitled event'],
      ])
    })

    it.each(callEndings)('ends a call because %s, and no other reader’s', async (_, reason) => {
      await holding({ uid: 'a', start: '2026-11-20T09:00' })
      const { calendar } = opened
      const signal = endedBefore(reason)
      await expect(calendar.between(...year, signal)).rejects.toBe(reason)
      await expect(calendar.byId('a', signal)).rejects.toBe(reason)
      await expect(calendar.problems(signal)).rejects.toBe(reason)
      const [ended, other] = await Promise.allSettled([
        endedMeanwhile(reason, (meanwhile) => calendar.between(...year, meanwhile)),
        calendar.between(...year),
      ])
      expect(ended).toEqual({ status: 'rejected', reason })
      expect(other).toMatchObject({ status: 'fulfilled', value: [{}] })
    })

    it('shows changes, and drops deleted events', async () => {
      const weekly = {
        uid: 'call',
        start: '2026-11-02T09:00',
        end: '2026-11-02T10:00',
        repeats: { every: 'WEEKLY', count: 3 },
      } satisfies SuiteEvent
      expect(await holding(weekly, { uid: 'a', start: '2026-11-20T09:00' })).toHaveLength(4)
      const later = { ...weekly, start: '2026-11-02T11:00', end: '2026-11-02T12:00' }
      const entries = await holding({ ...later, repeats: { every: 'WEEKLY', count: 2 } })
      expect(entries.map(({ start }) => start.dateTime)).toEqual([
        '2026-11-02T11:00:00-08:00',
        '2026-11-09T11:00:00-08:00',
      ])
      expect(await opened.calendar.byId('a')).toBeUndefined()
    })

    it('refuses with the specified message or marks events as stale while its source fails', async () => {
      await holding({ uid: 'a', start: '2026-11-20T09:00' })
      const fresh = await open()
      try {
        for (const calendar of [opened, fresh]) await calendar.break()
        const refused = { code: 'unavailable', message: 'Failed to fetch upcoming events' }
        await expect(fresh.calendar.between(...year)).rejects.toMatchObject(refused)
        const known = await opened.calendar.between(...year).catch((error: unknown) => error)
        if (Array.isArray(known)) expect(known).toHaveProperty('staleSince')
        else expect(known).toMatchObject(refused)
        for (const calendar of [opened, fresh]) await calendar.restore()
        expect(await opened.calendar.between(...year)).toHaveLength(1)
        expect(await opened.calendar.between(...year)).not.toHaveProperty('staleSince')
        expect(await fresh.calendar.between(...year)).toEqual([])
      } finally {
        await fresh.close()
      }
    })
  })
}
