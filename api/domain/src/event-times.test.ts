import { describe, expect, it } from 'vitest'
import {
  daysOf,
  eventReaderSpan,
  eventSpanText,
  type EventTimes,
  hasEnded,
  quarterOfEvent,
  timeOn,
} from './event-times.ts'

const pacific = 'America/Los_Angeles'

function timed(start: string, end?: string): EventTimes {
  const event = { start: { dateTime: start } }
  return end === undefined ? event : { ...event, end: { dateTime: end } }
}

function allDay(start: string, end?: string): EventTimes {
  const event = { start: { date: start } }
  return end === undefined ? event : { ...event, end: { date: end } }
}

describe('the days of an event', () => {
  it('counts the days in the foundation’s zone, not in UTC', () => {
    expect(daysOf(timed('2026-12-11T03:00:00Z', '2026-12-11T05:00:00Z'), pacific)).toEqual([
      '2026-12-10',
    ])
  })

  it('excludes an all-day event’s end date', () => {
    expect(daysOf(allDay('2026-12-22', '2026-12-24'), pacific)).toEqual([
      '2026-12-22',
      '2026-12-23',
    ])
  })

  it('treats an all-day event without an end as one day', () => {
    expect(daysOf(allDay('2026-12-22'), pacific)).toEqual(['2026-12-22'])
  })

  it('shows a longer event on every day it covers', () => {
    const retreat = timed('2026-12-11T17:00:00-08:00', '2026-12-13T12:00:00-08:00')
    expect(daysOf(retreat, pacific)).toEqual(['2026-12-11', '2026-12-12', '2026-12-13'])
    expect(timeOn('2026-12-11', retreat, pacific)).toBe('5:00 PM')
    expect(timeOn('2026-12-12', retreat, pacific)).toBe('Continues')
  })

  it('keeps an event that ends at midnight off the next day', () => {
    const dinner = timed('2026-12-10T18:00:00-08:00', '2026-12-11T00:00:00-08:00')
    expect(daysOf(dinner, pacific)).toEqual(['2026-12-10'])
  })

  it('counts each day once across clock changes', () => {
    const spring = timed('2026-03-07T20:00:00-08:00', '2026-03-09T08:00:00-07:00')
    expect(daysOf(spring, pacific)).toEqual(['2026-03-07', '2026-03-08', '2026-03-09'])
    const autumn = timed('2026-10-31T20:00:00-07:00', '2026-11-02T08:00:00-08:00')
    expect(daysOf(autumn, pacific)).toEqual(['2026-10-31', '2026-11-01', '2026-11-02'])
  })

  it('handles an end before the start and an end centuries away', () => {
    expect(daysOf(timed('2026-12-10T09:00:00Z', '2026-12-09T09:00:00Z'), 'UTC')).toHaveLength(1)
    expect(daysOf(allDay('2026-01-01', '9999-01-01'), 'UTC')).toHaveLength(366)
  })
})

describe('when it is, in words', () => {
  const meeting = timed('2026-12-10T09:00:00-08:00', '2026-12-10T12:00:00-08:00')

  it('shows start and end in the foundation’s zone with its abbreviation', () => {
    expect(eventSpanText(meeting, pacific)).toBe('9:00 AM – 12:00 PM PT')
  })

  it('shows only the start without a known end', () => {
    expect(eventSpanText(timed('2026-12-10T09:00:00-08:00'), pacific)).toBe('9:00 AM PT')
  })

  it('shows “All day” for an all-day event, with its days if it has several', () => {
    expect(eventSpanText(allDay('2026-12-22', '2026-12-23'), pacific)).toBe('All day')
    expect(eventSpanText(allDay('2026-12-22', '2026-12-24'), pacific)).toBe(
      'All day, Tue 22 December – Wed 23 December',
    )
  })

  it('adds the reader’s own time only if it differs', () => {
    expect(eventReaderSpan(meeting, pacific, 'America/New_York')).toBe(
      '(12:00 PM – 3:00 PM your time)',
    )
    expect(eventReaderSpan(meeting, pacific, 'US/Pacific')).toBeUndefined()
    expect(eventReaderSpan(allDay('2026-12-22'), pacific, 'Asia/Tokyo')).toBeUndefined()
  })

  it('names the reader’s weekday if it is another day there', () => {
    expect(eventReaderSpan(meeting, pacific, 'Asia/Tokyo')).toBe(
      '(Fri 2:00 AM – 5:00 AM your time)',
    )
  })
})

it('shows dates without times while the zone of an event is unknown', () => {
  const event = {
    start: { date: '2027-06-10' },
    end: { date: '2027-06-12' },
    timeUnconfirmed: true,
  }
  expect(eventSpanText({ ...event, end: { date: '2027-06-11' } }, 'America/Los_Angeles')).toBe(
    'Time to be confirmed',
  )
  expect(eventSpanText(event, 'America/Los_Angeles')).toBe(
    'Time to be confirmed, Thu 10 June – Fri 11 June',
  )
  expect(timeOn('2027-06-10', event, 'America/Los_Angeles')).toBe('Time to be confirmed')
  expect(timeOn('2027-06-11', event, 'America/Los_Angeles')).toBe('Continues')
})

it('counts an event as over at its end, an all-day one after its last day', () => {
  const meeting = timed('2026-12-10T17:00:00Z', '2026-12-10T20:00:00Z')
  expect(hasEnded(meeting, pacific, new Date('2026-12-10T19:59:59Z'))).toBe(false)
  expect(hasEnded(meeting, pacific, new Date('2026-12-10T20:00:00Z'))).toBe(true)
  const closed = allDay('2026-12-22', '2026-12-24')
  expect(hasEnded(closed, pacific, new Date('2026-12-24T07:59:59Z'))).toBe(false)
  expect(hasEnded(closed, pacific, new Date('2026-12-24T08:00:00Z'))).toBe(true)
})

it('keeps an event without a length until its moment has passed', () => {
  const reminder = timed('2026-12-10T17:00:00Z')
  expect(hasEnded(reminder, pacific, new Date('2026-12-10T17:00:00Z'))).toBe(false)
  expect(hasEnded(reminder, pacific, new Date('2026-12-10T17:00:01Z'))).toBe(true)
})

it('assigns a meeting to the quarter of its first day in the foundation’s zone', () => {
  const at = (start: EventTimes['start']) => quarterOfEvent({ start }, pacific)
  expect(at({ date: '2027-01-01' })).toEqual({ year: 2027, quarter: 1 })
  expect(at({ dateTime: '2027-01-01T07:59:00Z' })).toEqual({ year: 2026, quarter: 4 })
  expect(at({ dateTime: '2027-01-01T08:00:00Z' })).toEqual({ year: 2027, quarter: 1 })
  expect(at({ dateTime: 'soon' })).toBeUndefined()
  expect(at({})).toBeUndefined()
})
