import { expect, it } from 'vitest'
import { emptyDraft, newItem } from './draft/agenda-draft.ts'
import {
  clockText,
  durationText,
  followDurations,
  lastEnd,
  startTimes,
  totalMinutes,
} from './agenda-start-times.ts'

const items = [
  { ...newItem('a'), duration: 10, time: '08:00' },
  { ...newItem('b'), duration: 0 },
  { ...newItem('c'), duration: 45 },
]
const draft = { ...emptyDraft, time: '09:00', endTime: '10:00', items }

it('lets items begin one after the other, the first with the meeting', () => {
  const times = followDurations(draft).items.map(({ time }) => time)
  expect(times).toEqual(['09:00', '09:10', '09:10'])
})

it('goes on past midnight, and leaves times alone where the meeting has none', () => {
  const late = followDurations({ ...draft, time: '23:55' }).items.map(({ time }) => time)
  expect(late).toEqual(['23:55', '00:05', '00:05'])
  expect(followDurations({ ...draft, time: 'at noon' })).toEqual({ ...draft, time: 'at noon' })
})

it('begins an item at its own time, else after the one before it', () => {
  expect(startTimes('09:00', items)).toEqual(['08:00', '08:10', '08:10'])
  expect(startTimes('', [{ duration: 5 }, { time: '9:30', duration: 5 }])).toEqual([
    undefined,
    '09:30',
  ])
})

it('tells when the last item ends, and how far that is past the end of the meeting', () => {
  expect(lastEnd(draft)).toEqual({ time: '08:55', over: 0 })
  expect(lastEnd(followDurations({ ...draft, endTime: '09:30' }))).toEqual({
    time: '09:55',
    over: 25,
  })
  expect(lastEnd(emptyDraft)).toBeUndefined()
  expect(totalMinutes(items)).toBe(55)
})

it('writes times and durations as people do', () => {
  expect(['00:05', '12:00', '9:30', 'soon'].map(clockText)).toEqual([
    '12:05 AM',
    '12:00 PM',
    '9:30 AM',
    'soon',
  ])
  expect([0, 45, 60, 150].map(durationText)).toEqual(['0 min', '45 min', '1 h', '2 h 30 min'])
})
