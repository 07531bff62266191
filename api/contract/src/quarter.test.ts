import { expect, it } from 'vitest'
import { quarterOfEvent } from './calendar.ts'
import { offeredYears } from './quarter.ts'

it('offers the current and the previous year and the others once, the newest first', () => {
  expect(offeredYears(2026, [])).toEqual([2026, 2025])
  expect(offeredYears(2026, [2027, 2024, 2026, 2024])).toEqual([2027, 2026, 2025, 2024])
})

it('counts a meeting to the quarter of its first day in the foundation’s zone', () => {
  const at = (start: { dateTime?: string; date?: string }) =>
    quarterOfEvent({ id: 'x', summary: 'Board', start }, 'America/Los_Angeles')
  expect(at({ date: '2027-01-01' })).toEqual({ year: 2027, quarter: 1 })
  expect(at({ dateTime: '2027-01-01T07:59:00Z' })).toEqual({ year: 2026, quarter: 4 })
  expect(at({ dateTime: '2027-01-01T08:00:00Z' })).toEqual({ year: 2027, quarter: 1 })
  expect(at({ dateTime: 'soon' })).toBeUndefined()
  expect(at({})).toBeUndefined()
})
