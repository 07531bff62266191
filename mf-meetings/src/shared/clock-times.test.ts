import { expect, it } from 'vitest'
import { momentOf, zoneText } from './clock-times.ts'

const pacific = 'America/Los_Angeles'

it('reads a day and a time by the clocks of the zone, in winter and in summer', () => {
  expect(momentOf('2026-12-10', '09:00', pacific)?.toISOString()).toBe('2026-12-10T17:00:00.000Z')
  expect(momentOf('2026-07-10', '09:00', pacific)?.toISOString()).toBe('2026-07-10T16:00:00.000Z')
})

it('reads a time on the day of a clock change by the offset of that hour', () => {
  expect(momentOf('2026-03-08', '01:30', pacific)?.toISOString()).toBe('2026-03-08T09:30:00.000Z')
  expect(momentOf('2026-03-08', '09:00', pacific)?.toISOString()).toBe('2026-03-08T16:00:00.000Z')
})

it('moves a time that the spring change skips an hour later', () => {
  expect(momentOf('2026-03-08', '02:30', pacific)?.toISOString()).toBe('2026-03-08T10:30:00.000Z')
})

it('takes the first of two times that the autumn change repeats', () => {
  expect(momentOf('2026-11-01', '01:30', pacific)?.toISOString()).toBe('2026-11-01T08:30:00.000Z')
})

it('knows no moment for a day that isn’t one', () => {
  expect(momentOf('2026-13-10', '09:00', pacific)).toBeUndefined()
})

it('names a zone by its abbreviation, or by how far it is ahead where it has none', () => {
  const winter = new Date('2026-12-10T12:00:00Z')
  const named = (zone: string) => zoneText(winter, zone)
  expect(named(pacific)).toBe('PT')
  expect(named('America/Phoenix')).toBe('MST')
  expect(named('Europe/London')).toBe('GMT')
  expect(named('Europe/Berlin')).toBe('GMT+1')
})
