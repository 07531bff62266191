import { expect, it } from 'vitest'
import { legacyTarget } from './legacy-redirect.tsx'

const target = (address: string) => legacyTarget(new URL(address, 'http://portal.test'))

it('maps an address of the old form to its new one, with any tail and query', () => {
  expect(target('/meetings/2026/q3')).toBe('/meetings/2026/q/3')
  expect(target('/meetings/2026/Q3/agenda?print=1')).toBe('/meetings/2026/q/3/agenda?print=1')
  expect(target('/meetings/2026/q3?material=agenda')).toBe('/meetings/2026/q/3?material=agenda')
})

it('maps an address without a quarter to the current one', () => {
  expect(target('/meetings/2026/q5')).toBe('/meetings')
  expect(target('/meetings/2026/papers/x')).toBe('/meetings')
})

it('maps the address of a paper below its meeting to the meeting with the open paper', () => {
  const meeting = '/meetings/2026-11-12-finance'
  expect(target(`${meeting}/k2`)).toBe(`${meeting}?material=k2`)
  expect(target('/meetings/2026-11-12/k2')).toBe('/meetings')
})
