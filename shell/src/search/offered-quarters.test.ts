import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { expect, it } from 'vitest'
import { offeredQuarters, quarterOfValue, quarterValue } from './offered-quarters.ts'

const mapping = (year: number, quarter: number, active = true): ResourceMapping => ({
  id: mappingId({ kind: 'meeting', year, quarter, materialType: 'agenda' }),
  active,
  updatedAt: '',
  revision: 1,
})
const offered = (mappings: ResourceMapping[], chosen?: string) =>
  offeredQuarters(
    Object.fromEntries(mappings.map((one) => [one.id, one])),
    quarterOfValue(chosen ?? null),
  ).map(quarterValue)

it('offers the quarters that have something in them, the newest first', () => {
  expect(offered([mapping(2025, 4), mapping(2026, 2), mapping(2026, 1, false)])).toEqual([
    '2026-Q2',
    '2025-Q4',
  ])
})

it('offers the chosen quarter too, once', () => {
  expect(offered([mapping(2026, 2)], '2024-Q1')).toEqual(['2026-Q2', '2024-Q1'])
  expect(offered([mapping(2026, 2)], '2026-Q2')).toEqual(['2026-Q2'])
})

it.each(['', '2026', '2026-Q5', 'Q1-2026', 'x-y'])('reads no quarter from %j', (value) => {
  expect(quarterOfValue(value)).toBeUndefined()
})
