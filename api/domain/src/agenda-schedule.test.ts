import { expect, it } from 'vitest'
import { scheduleIssues } from './agenda-schedule.ts'

const item = (duration: number, time = '') => ({ duration, time })
const issues = (items: ReturnType<typeof item>[], time = '09:00', endTime = '12:00') =>
  scheduleIssues({ time, endTime, items })

it('finds no problem in items that follow each other, with or without their own times', () => {
  expect(issues([item(10), item(20, '09:10'), item(0), item(90)])).toEqual([[], [], [], []])
  expect(issues([])).toEqual([])
})

it('finds an item that starts before an earlier one ends, and names the earlier one', () => {
  expect(issues([item(60), item(5), item(30, '09:50')])).toEqual([
    [],
    [],
    [{ kind: 'overlap', minutes: 15, after: 1 }],
  ])
  // A short item inside a long one doesn't end it.
  expect(issues([item(60), item(5, '09:10'), item(5, '09:30')]).slice(1)).toEqual([
    [{ kind: 'overlap', minutes: 50, after: 0 }],
    [{ kind: 'overlap', minutes: 30, after: 0 }],
  ])
})

it('finds the time between two items, and before the first one', () => {
  expect(issues([item(10, '09:05'), item(10, '09:30')])).toEqual([
    [{ kind: 'gap', minutes: 5 }],
    [{ kind: 'gap', minutes: 15, after: 0 }],
  ])
  expect(issues([item(5, '23:50')], '09:00', '')).toEqual([[{ kind: 'gap', minutes: 890 }]])
})

it('finds an item before the meeting starts, and items after it ends', () => {
  expect(issues([item(10, '08:50')])).toEqual([[{ kind: 'early', minutes: 10 }]])
  expect(issues([item(180), item(5), item(5, '12:10')])).toEqual([
    [],
    [{ kind: 'late', minutes: 5 }],
    [
      { kind: 'gap', minutes: 5, after: 1 },
      { kind: 'late', minutes: 15 },
    ],
  ])
})

it('continues past midnight', () => {
  expect(issues([item(30), item(30, '00:00'), item(30, '00:20')], '23:30', '23:59')).toMatchObject([
    [{ kind: 'late', minutes: 1 }],
    [{ kind: 'late', minutes: 31 }],
    [{ kind: 'overlap', minutes: 10, after: 1 }, { kind: 'late' }],
  ])
})

it('finds no problem where a time is unknown', () => {
  expect(issues([item(10), item(10, 'later'), item(10, '11:00')], '', '')).toEqual([[], [], []])
  // An end before the start is reported with the meeting.
  expect(issues([item(300)], '09:00', '08:00')).toEqual([[]])
})
