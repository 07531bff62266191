import { expect, it } from 'vitest'
import { offeredQuarters, quarterOfValue, quarterValue } from './search-screen.tsx'

const offered = (years: number[], chosen?: string) =>
  offeredQuarters(years, quarterOfValue(chosen ?? null)).map(quarterValue)

const of2026 = ['2026-Q4', '2026-Q3', '2026-Q2', '2026-Q1']

it('offers the quarters of the years with materials, newest first', () => {
  const of2024 = ['2024-Q4', '2024-Q3', '2024-Q2', '2024-Q1']
  expect(offered([2024, 2026])).toEqual([...of2026, ...of2024])
})

it('offers the chosen quarter too, once', () => {
  expect(offered([2026], '2024-Q1')).toEqual([...of2026, '2024-Q1'])
  expect(offered([2026], '2026-Q2')).toEqual(of2026)
})

it.each(['', '2026', '2026-Q5', 'Q1-2026', 'x-y'])('reads no quarter from %j', (value) => {
  expect(quarterOfValue(value)).toBeUndefined()
})
