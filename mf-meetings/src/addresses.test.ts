import { expect, it } from 'vitest'
import { legacyTarget } from './legacy-address.ts'
import { yearChoices } from './quarter-address.ts'

const target = (address: string) => legacyTarget(new URL(address, 'http://portal.test'))

it('leads an address of the old form to its new one, with any tail and query', () => {
  expect(target('/meetings/2026/q3')).toBe('/meetings/2026/q/3')
  expect(target('/meetings/2026/Q3/agenda?print=1')).toBe('/meetings/2026/q/3/agenda?print=1')
  expect(target('/meetings/2026/q3?material=agenda')).toBe('/meetings/2026/q/3?material=agenda')
})

it('leads what names no quarter to the current one', () => {
  expect(target('/meetings/2026/q5')).toBe('/meetings')
  expect(target('/meetings/2026/papers/x')).toBe('/meetings')
})

it('offers the current and the previous year, and the address’s where it is another', () => {
  expect(yearChoices(2026, 2026)).toEqual([2026, 2025])
  expect(yearChoices(2026, 2019)).toEqual([2026, 2025, 2019])
  expect(yearChoices(2026, 2027)).toEqual([2027, 2026, 2025])
})
