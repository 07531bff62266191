import { describe, expect, it } from 'vitest'
import {
  clocksDiffer,
  isTimeZone,
  momentAt,
  offsetAt,
  startOfDay,
  withOffset,
} from './zone-time.ts'

const pacific = 'America/Los_Angeles'

/**
 * Times around clock changes, worked out with Python's zoneinfo: what the clocks of a zone show, the moment that is
 * meant, and what those clocks show at that moment. They differ where the time is skipped.
 */
const clockChanges: [zone: string, local: string, moment: string, shown: string][] = [
  ['America/Los_Angeles', '2026-03-08T01:59', '2026-03-08T09:59Z', '2026-03-08T01:59-08:00'],
  ['America/Los_Angeles', '2026-03-08T02:30', '2026-03-08T10:30Z', '2026-03-08T03:30-07:00'],
  ['America/Los_Angeles', '2026-03-08T03:00', '2026-03-08T10:00Z', '2026-03-08T03:00-07:00'],
  ['America/Los_Angeles', '2026-11-01T00:59', '2026-11-01T07:59Z', '2026-11-01T00:59-07:00'],
  ['America/Los_Angeles', '2026-11-01T01:30', '2026-11-01T08:30Z', '2026-11-01T01:30-07:00'],
  ['America/Los_Angeles', '2026-11-01T02:00', '2026-11-01T10:00Z', '2026-11-01T02:00-08:00'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30Z', '2026-03-08T03:30-04:00'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30Z', '2026-11-01T01:30-04:00'],
  ['America/St_Johns', '2026-03-08T02:30', '2026-03-08T06:00Z', '2026-03-08T03:30-02:30'],
  ['America/St_Johns', '2026-11-01T01:30', '2026-11-01T04:00Z', '2026-11-01T01:30-02:30'],
  ['America/Havana', '2026-03-08T00:30', '2026-03-08T05:30Z', '2026-03-08T01:30-04:00'],
  ['America/Havana', '2026-11-01T00:30', '2026-11-01T04:30Z', '2026-11-01T00:30-04:00'],
  ['America/Santiago', '2026-09-06T00:30', '2026-09-06T04:30Z', '2026-09-06T01:30-03:00'],
  ['America/Santiago', '2026-04-04T23:30', '2026-04-05T02:30Z', '2026-04-04T23:30-03:00'],
  ['America/Sao_Paulo', '2018-11-04T00:30', '2018-11-04T03:30Z', '2018-11-04T01:30-02:00'],
  ['America/Sao_Paulo', '2018-02-17T23:30', '2018-02-18T01:30Z', '2018-02-17T23:30-02:00'],
  ['Europe/London', '2026-03-29T01:30', '2026-03-29T01:30Z', '2026-03-29T02:30+01:00'],
  ['Europe/London', '2026-10-25T01:30', '2026-10-25T00:30Z', '2026-10-25T01:30+01:00'],
  ['Europe/Dublin', '2026-03-29T01:30', '2026-03-29T01:30Z', '2026-03-29T02:30+01:00'],
  ['Europe/Dublin', '2026-10-25T01:30', '2026-10-25T00:30Z', '2026-10-25T01:30+01:00'],
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30Z', '2026-03-29T03:30+02:00'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30Z', '2026-10-25T02:30+02:00'],
  ['Africa/Cairo', '2026-04-24T00:30', '2026-04-23T22:30Z', '2026-04-24T01:30+03:00'],
  ['Africa/Cairo', '2026-10-29T23:30', '2026-10-29T20:30Z', '2026-10-29T23:30+03:00'],
  ['Asia/Beirut', '2026-03-29T00:30', '2026-03-28T22:30Z', '2026-03-29T01:30+03:00'],
  ['Asia/Beirut', '2026-10-24T23:30', '2026-10-24T20:30Z', '2026-10-24T23:30+03:00'],
  ['Asia/Kolkata', '2026-03-29T02:30', '2026-03-28T21:00Z', '2026-03-29T02:30+05:30'],
  ['Australia/Sydney', '2026-10-04T02:30', '2026-10-03T16:30Z', '2026-10-04T03:30+11:00'],
  ['Australia/Sydney', '2026-04-05T02:30', '2026-04-04T15:30Z', '2026-04-05T02:30+11:00'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45Z', '2026-10-04T02:45+11:00'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45Z', '2026-04-05T01:45+11:00'],
  ['Pacific/Auckland', '2026-09-27T02:30', '2026-09-26T14:30Z', '2026-09-27T03:30+13:00'],
  ['Pacific/Auckland', '2026-04-05T02:30', '2026-04-04T13:30Z', '2026-04-05T02:30+13:00'],
  ['Pacific/Apia', '2011-12-30T09:00', '2011-12-30T19:00Z', '2011-12-31T09:00+14:00'],
  ['Africa/Casablanca', '2026-02-15T02:30', '2026-02-15T01:30Z', '2026-02-15T02:30+01:00'],
  ['Africa/Casablanca', '2026-03-22T02:30', '2026-03-22T02:30Z', '2026-03-22T03:30+01:00'],
]

describe('around clock changes', () => {
  it.each(clockChanges)('reads in %s %s as %s, and shows it as %s', (zone, local, utc, shown) => {
    const moment = momentAt(local, zone)!
    expect(moment).toEqual(new Date(utc))
    const [, date, time, offset] = /^(.{10})T(.{5})(.{6})$/.exec(shown)!
    expect(withOffset(moment, zone)).toBe(`${date}T${time}:00${offset}`)
    expect(Date.parse(`${date}T${time}:00Z`) - offsetAt(moment, zone)).toBe(moment.getTime())
  })
})

describe('the moment of a time', () => {
  const at = (local: string, zone = pacific) => momentAt(local, zone)?.toISOString()

  it('reads a time by the clocks of the zone, in winter and in summer', () => {
    expect(at('2026-12-10T09:00')).toBe('2026-12-10T17:00:00.000Z')
    expect(at('2026-07-10T09:00')).toBe('2026-07-10T16:00:00.000Z')
  })

  it('uses the offset of the time’s hour on the day of a clock change', () => {
    expect(at('2026-03-08T01:30')).toBe('2026-03-08T09:30:00.000Z')
    expect(at('2026-03-08T09:00')).toBe('2026-03-08T16:00:00.000Z')
  })

  it('moves a time that the spring change skips an hour later', () => {
    expect(at('2026-03-08T02:30')).toBe('2026-03-08T10:30:00.000Z')
  })

  it('takes the first of two times when the autumn change repeats the hour', () => {
    expect(at('2026-11-01T01:30')).toBe('2026-11-01T08:30:00.000Z')
  })

  it.each(['2026-13-10T09:00', '2026-02-30T09:00', '2026-12-10T24:00', '2026-12-10', 'soon'])(
    'stays unknown for %s',
    (text) => {
      expect(at(text)).toBeUndefined()
    },
  )

  it.each([
    ['2026-11-20T09:00:00', 'America/Los_Angeles', '2026-11-20T17:00:00.000Z'],
    ['2026-07-20T09:00:00', 'Asia/Kolkata', '2026-07-20T03:30:00.000Z'],
    // Repeated.
    ['2026-11-01T01:30:00', 'America/Los_Angeles', '2026-11-01T08:30:00.000Z'],
    ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    // Skipped.
    ['2026-03-08T02:30:00', 'America/Los_Angeles', '2026-03-08T10:30:00.000Z'],
    ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ])('reads %s in %s as %s, with seconds or without', (local, zone, moment) => {
    expect(at(local, zone)).toBe(moment)
    expect(at(local.slice(0, 16), zone)).toBe(moment)
  })
})

describe('a day', () => {
  it.each([
    ['2026-03-08', '2026-03-08T08:00:00.000Z'],
    ['2026-03-09', '2026-03-09T07:00:00.000Z'],
    ['2026-11-01', '2026-11-01T07:00:00.000Z'],
    ['2026-11-02', '2026-11-02T08:00:00.000Z'],
    ['2028-02-29', '2028-02-29T08:00:00.000Z'],
  ])('starts the day %s at %s', (day, moment) => {
    expect(startOfDay(day, pacific)?.toISOString()).toBe(moment)
  })

  it('starts a day when its clocks do, also where they change at midnight', () => {
    expect(startOfDay('2018-11-04', 'America/Sao_Paulo')?.toISOString()).toBe(
      '2018-11-04T03:00:00.000Z',
    )
    expect(startOfDay('2026-11-01', 'America/Havana')?.toISOString()).toBe(
      '2026-11-01T04:00:00.000Z',
    )
  })

  it.each(['2026-02-30', '1969-12-31', '2101-01-01', '2026-1-1', ''])(
    'has no beginning if it doesn’t exist or is outside 1970 to 2100 (%s)',
    (text) => {
      expect(startOfDay(text, pacific)).toBeUndefined()
    },
  )
})

it('writes a moment with its offset, half hours too', () => {
  const moment = new Date('2026-11-20T17:00:00Z')
  expect(withOffset(moment, pacific)).toBe('2026-11-20T09:00:00-08:00')
  expect(withOffset(moment, 'Asia/Kolkata')).toBe('2026-11-20T22:30:00+05:30')
  expect(withOffset(moment, 'UTC')).toBe('2026-11-20T17:00:00+00:00')
})

it('compares zones by their clocks, not by their names', () => {
  const [winter, summer] = [new Date('2026-12-10T12:00:00Z'), new Date('2026-07-10T12:00:00Z')]
  expect(clocksDiffer(winter, pacific, 'America/Tijuana')).toBe(false)
  expect(clocksDiffer(winter, 'America/Denver', 'America/Phoenix')).toBe(false)
  expect(clocksDiffer(summer, 'America/Denver', 'America/Phoenix')).toBe(true)
})

it('recognizes a zone by its IANA name', () => {
  expect(isTimeZone(pacific)).toBe(true)
  expect(isTimeZone('Pacific Standard Time')).toBe(false)
})
