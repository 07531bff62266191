import { expect, it } from 'vitest'
import { zoneName, zoneText } from './time-text.ts'

it('names a zone by its abbreviation, or by its offset if it has none', () => {
  const winter = new Date('2026-12-10T12:00:00Z')
  const named = (zone: string) => zoneText(winter, zone)
  expect(named('America/Los_Angeles')).toBe('PT')
  expect(named('America/Phoenix')).toBe('MST')
  expect(named('Europe/London')).toBe('GMT')
  expect(named('Europe/Berlin')).toBe('GMT+1')
})

it('names a zone’s clock in words', () => {
  expect(zoneName('America/Los_Angeles')).toBe('Pacific Time')
})
