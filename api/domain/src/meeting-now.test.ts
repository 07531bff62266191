import { describe, expect, it } from 'vitest'
import { meetingNow, inMinutesText, timeLeftText } from './meeting-now.ts'

const pacific = 'America/Los_Angeles'
type Item = { time?: string; duration: number; completed: boolean }

function item(duration: number, others: Partial<Item> = {}): Item {
  return { duration, completed: false, ...others }
}

/** Nine to noon: 10, 30 and 15 minutes. */
const board = {
  date: '2026-12-10',
  time: '09:00',
  endTime: '12:00',
  items: [item(10), item(30), item(15)],
}

type Plan = Omit<typeof board, 'date'> & { date?: string | undefined }

/** The meeting in Los Angeles at a winter time, -08:00. */
function at(clock: string, plan: Partial<Plan> = {}, day = '2026-12-10') {
  return meetingNow({ ...board, ...plan }, pacific, new Date(`${day}T${clock}-08:00`))
}
const current = (...of: Parameters<typeof at>) => {
  const now = at(...of)
  return now.phase === 'running' ? now.item : now.phase
}
const indexAt = (...of: Parameters<typeof at>) => {
  const meeting = current(...of)
  return typeof meeting === 'object' ? meeting.index : meeting
}

describe('the phase', () => {
  it('stays “before” until the meeting starts, and counts the minutes until then', () => {
    expect(at('08:59:30')).toEqual({ phase: 'before', minutes: 1 })
    expect(at('08:35')).toEqual({ phase: 'before', minutes: 25 })
    expect(at('09:00').phase).toBe('running')
  })

  it('counts the days before, and ends on the days after', () => {
    expect(at('09:00', {}, '2026-12-09')).toEqual({ phase: 'before', minutes: 24 * 60 })
    expect(at('09:00', {}, '2026-12-11')).toEqual({ phase: 'after' })
  })

  it('keeps running for an hour after the planned end, or after the last item’s end if that is later', () => {
    expect(at('12:59').phase).toBe('running')
    expect(at('13:00').phase).toBe('after')
    expect(at('13:00', { items: [item(300)] }).phase).toBe('running')
  })

  it('starts with the first item if that is earlier, or if the meeting has no time', () => {
    const items = [item(10, { time: '08:45' })]
    expect(at('08:45', { items }).phase).toBe('running')
    expect(at('08:40', { items, time: '' })).toEqual({ phase: 'before', minutes: 5 })
  })

  it.each([{ date: undefined }, { date: 'in December' }, { time: 'in the morning' }])(
    'stays unknown without a date or without times (%o)',
    (plan) => {
      expect(at('09:00', plan)).toEqual({ phase: 'unknown' })
    },
  )

  it('runs without an item if the agenda has none', () => {
    expect(at('10:00', { items: [] })).toEqual({ phase: 'running' })
  })

  it('ends once the planned item and all that follow are completed', () => {
    const items = [item(10), item(30), item(15, { completed: true })]
    expect(at('09:39', { items }).phase).toBe('running')
    expect(at('09:40', { items }).phase).toBe('after')
  })
})

describe('the current item', () => {
  it('defaults to the item that started last', () => {
    const indexes = ['09:00', '09:09:59', '09:10', '09:39', '09:40'].map((clock) => indexAt(clock))
    expect(indexes).toEqual([0, 0, 1, 1, 2])
  })

  it('moves to the next item that isn’t completed as soon as it is completed', () => {
    const items = [item(10), item(30, { completed: true }), item(15, { completed: true }), item(20)]
    expect(current('09:15', { items })).toEqual({ index: 3, minutesLeft: 60, passed: 0 })
    expect(indexAt('09:05', { items })).toBe(0)
  })

  it('prefers the last of several items that start together', () => {
    expect(indexAt('09:00', { items: [item(0), item(20)] })).toBe(1)
    expect(indexAt('09:30', { items: [item(60), item(10, { time: '09:00' })] })).toBe(1)
  })

  it('prefers the later of two overlapping items, regardless of their order in the agenda', () => {
    const items = [item(60), item(20, { time: '09:30' }), item(10, { time: '09:20' })]
    expect(indexAt('09:19', { items })).toBe(0)
    expect(indexAt('09:25', { items })).toBe(2)
    expect(indexAt('09:55', { items })).toBe(1)
  })

  it('follows an item’s own time even if the meeting has none', () => {
    const items = [item(10), item(20, { time: '09:30' }), item(10)]
    expect(indexAt('09:30', { items, time: '' })).toBe(1)
    expect(indexAt('09:50', { items, time: '' })).toBe(2)
  })

  it('starts with the first item when the meeting starts, even if the item is planned for later', () => {
    const items = [item(10, { time: '09:20' }), item(20)]
    expect(current('09:05', { items })).toEqual({ index: 0, minutesLeft: 25, passed: 0 })
  })

  it('skips items whose time isn’t known', () => {
    const items = [item(5), item(10, { time: '09:00' })]
    expect(indexAt('09:00', { items, time: '' })).toBe(1)
    const completed = [item(5), item(10, { time: '09:00', completed: true })]
    expect(at('09:00', { items: completed, time: '' }).phase).toBe('after')
  })
})

describe('the time left', () => {
  it('counts started minutes down to the planned end, and past it', () => {
    const left = ['09:10', '09:28', '09:28:01', '09:39:59'].map((clock) => current(clock))
    expect(left).toMatchObject([
      { minutesLeft: 30 },
      { minutesLeft: 12 },
      { minutesLeft: 12 },
      { minutesLeft: 1 },
    ])
    const over = ['09:55', '09:55:59', '09:58'].map((clock) => current(clock))
    expect(over).toMatchObject([{ minutesLeft: 0 }, { minutesLeft: 0 }, { minutesLeft: -3 }])
  })

  it('returns how much of the item’s time has passed', () => {
    const passed = ['09:10', '09:25', '09:55', '10:30'].map((clock) => current(clock))
    expect(passed).toMatchObject([{ passed: 0 }, { passed: 0.5 }, { passed: 1 }, { passed: 1 }])
  })

  it('runs over if the next item starts later', () => {
    const items = [item(10), item(30, { time: '10:00' })]
    expect(current('09:25', { items })).toEqual({ index: 0, minutesLeft: -15, passed: 1 })
  })

  it('ends at once for an item without a duration', () => {
    expect(current('09:05', { items: [item(0)] })).toMatchObject({ minutesLeft: -5, passed: 1 })
  })
})

describe('around midnight', () => {
  const late = { time: '23:00', endTime: '23:59', items: [item(30), item(60), item(15)] }

  it('continues into the next day', () => {
    expect(indexAt('23:29', late)).toBe(0)
    expect(current('00:10', late, '2026-12-11')).toMatchObject({ index: 1, minutesLeft: 20 })
    expect(indexAt('00:31', late, '2026-12-11')).toBe(2)
    expect(at('01:45', late, '2026-12-11').phase).toBe('after')
  })

  it('follows the foundation’s day, regardless of the reader’s time zone', () => {
    const auckland = new Date('2026-12-11T06:15+13:00')
    expect(meetingNow(board, pacific, auckland)).toMatchObject({ item: { index: 1 } })
    expect(meetingNow(board, 'Pacific/Auckland', auckland).phase).toBe('after')
  })
})

describe('around a clock change', () => {
  const early = { time: '01:00', endTime: '04:00', items: [item(60), item(60), item(30)] }
  const when = (day: string, moment: string) =>
    meetingNow({ ...early, date: day }, pacific, new Date(moment))

  it('skips the missing hour in spring', () => {
    // 1:59 AM, and a minute later 3:00 AM.
    const before = when('2026-03-08', '2026-03-08T09:59Z')
    expect(before).toMatchObject({ item: { index: 0, minutesLeft: 1 } })
    const after = when('2026-03-08', '2026-03-08T10:00Z')
    expect(after).toMatchObject({ item: { index: 2, minutesLeft: 30 } })
  })

  it('follows the clock in fall, when an hour repeats', () => {
    // The second 1:30 AM: the next item starts at 2 AM, in half an hour.
    const repeated = when('2026-11-01', '2026-11-01T09:30Z')
    expect(repeated).toMatchObject({ item: { index: 0, minutesLeft: 30 } })
    const next = when('2026-11-01', '2026-11-01T10:00Z')
    expect(next).toMatchObject({ item: { index: 1, minutesLeft: 60 } })
  })

  it('treats the rest of the day as usual', () => {
    const nine = new Date('2026-03-08T16:15Z')
    expect(meetingNow({ ...board, date: '2026-03-08' }, pacific, nine)).toMatchObject({
      item: { index: 1, minutesLeft: 25 },
    })
  })
})

it('says how much time is left or over in words', () => {
  expect([12, 1, 0, -1, -3, 90].map((minutes) => timeLeftText(minutes))).toEqual([
    '12 minutes left',
    '1 minute left',
    'Time is up',
    '1 minute over',
    '3 minutes over',
    '1 h 30 min left',
  ])
  expect(inMinutesText(25)).toBe('in 25 minutes')
})
