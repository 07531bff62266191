import { expect, it } from 'vitest'
import { firstDayOf, offeredYears, quarterName, quarterOf, quarterOfDate } from './quarter.ts'

it('offers the current and the previous year and the others once, the newest first', () => {
  expect(offeredYears(2026, [])).toEqual([2026, 2025])
  expect(offeredYears(2026, [2027, 2024, 2026, 2024])).toEqual([2027, 2026, 2025, 2024])
})

it('assigns a moment to the quarter that the zone’s clocks show', () => {
  const newYear = new Date('2027-01-01T07:59:00Z')
  expect(quarterOf(newYear, 'America/Los_Angeles')).toEqual({ year: 2026, quarter: 4 })
  expect(quarterOf(newYear, 'Europe/Berlin')).toEqual({ year: 2027, quarter: 1 })
})

it('finds no quarter for a day that doesn’t exist', () => {
  expect(quarterOfDate('2028-02-29')).toEqual({ year: 2028, quarter: 1 })
  for (const text of ['2026-02-29', '2026-04-31', '1969-12-31', '2101-01-01', 'soon', '']) {
    expect(quarterOfDate(text)).toBeUndefined()
  }
})

it('names a quarter and its first day', () => {
  expect(quarterName({ year: 2026, quarter: 4 })).toBe('Q4 2026')
  expect(firstDayOf({ year: 2026, quarter: 4 })).toBe('2026-10-01')
})
