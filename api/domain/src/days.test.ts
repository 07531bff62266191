import { expect, it } from 'vitest'
import { daysToGoText, onDayText } from './days.ts'

it.each([
  ['2026-12-10', 'today'],
  ['2026-12-11', 'tomorrow'],
  ['2026-12-12', 'in 2 days'],
  ['2027-01-01', 'in 22 days'],
  ['2026-12-09', undefined],
])('says how far off %s is on 10 December 2026: %s', (day, text) => {
  expect(daysToGoText(day, '2026-12-10')).toBe(text)
})

it('counts days by the calendar when the clocks change', () => {
  expect(daysToGoText('2026-11-02', '2026-10-31')).toBe('in 2 days')
  expect(daysToGoText('2026-03-09', '2026-03-07')).toBe('in 2 days')
})

it.each([
  ['2026-12-10', 'today'],
  ['2026-12-09', 'yesterday'],
  ['2026-12-08', 'on Tuesday'],
  ['2026-12-04', 'on Friday'],
  ['2026-12-03', 'on 3 December'],
  ['2025-12-31', 'on 31 December 2025'],
  ['2026-12-14', 'on 14 December'],
])('names %s in a sentence of 10 December 2026: %s', (day, text) => {
  expect(onDayText(day, '2026-12-10')).toBe(text)
})
