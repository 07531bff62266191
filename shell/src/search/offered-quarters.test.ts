import { expect, it } from 'vitest'
import { offeredQuarters, quarterOfValue, quarterValue } from './offered-quarters.ts'

const offered = (filled: string[], chosen?: string) =>
  offeredQuarters(
    filled.map((value) => quarterOfValue(value)!),
    quarterOfValue(chosen ?? null),
  ).map(quarterValue)

it('offers the quarters with materials, newest first', () => {
  expect(offered(['2025-Q4', '2026-Q2'])).toEqual(['2026-Q2', '2025-Q4'])
})

it('offers the chosen quarter too, once', () => {
  expect(offered(['2026-Q2'], '2024-Q1')).toEqual(['2026-Q2', '2024-Q1'])
  expect(offered(['2026-Q2'], '2026-Q2')).toEqual(['2026-Q2'])
})

it.each(['', '2026', '2026-Q5', 'Q1-2026', 'x-y'])('reads no quarter from %j', (value) => {
  expect(quarterOfValue(value)).toBeUndefined()
})
