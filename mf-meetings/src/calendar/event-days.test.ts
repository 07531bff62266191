import type { CalendarEvent } from '@portal/contract/calendar'
import { describe, expect, it } from 'vitest'
import { countText, eventsByDay, tableWeeks, weekendEvents } from './event-days.ts'
import { monthAfter, monthText, parseMonth, weeksOf } from '../shared/months.ts'

const december = { year: 2026, month: 12 }

function event(id: string, start: string, end?: string): CalendarEvent {
  const moment = (text: string) => (text.length === 10 ? { date: text } : { dateTime: text })
  const base = { id, summary: id, start: moment(start) }
  return end === undefined ? base : { ...base, end: moment(end) }
}

describe('the weeks of a month', () => {
  it('starts weeks on Monday and includes days of the neighboring months', () => {
    const weeks = weeksOf(december)
    expect(weeks).toHaveLength(5)
    expect(weeks[0]).toEqual([
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
    ])
    expect(weeks.at(-1)!.at(-1)).toBe('2027-01-03')
  })

  it('returns four weeks for a February that begins on a Monday, and six when a month needs them', () => {
    expect(weeksOf({ year: 2027, month: 2 })).toHaveLength(4)
    expect(weeksOf({ year: 2026, month: 8 })).toHaveLength(6)
  })

  it('loses no day over a leap day, the end of a year and clock changes', () => {
    for (let month = { year: 2024, month: 1 }; month.year < 2029; month = monthAfter(month)) {
      const days = weeksOf(month).flat()
      expect(new Set(days).size).toBe(days.length)
      expect(days).toEqual(days.toSorted())
      expect(days.length % 7).toBe(0)
    }
  })
})

describe('events on days', () => {
  const events = [
    event('late', '2026-12-08T16:00:00-08:00'),
    event('early', '2026-12-08T14:00:00-08:00'),
    event('closed', '2026-12-08', '2026-12-10'),
    event('retreat', '2026-12-12T10:00:00-08:00'),
  ]
  const byDay = eventsByDay(events, 'America/Los_Angeles')

  it('sorts all-day events first, then by their start', () => {
    expect(byDay.get('2026-12-08')!.map(({ id }) => id)).toEqual(['closed', 'early', 'late'])
    expect(byDay.get('2026-12-09')!.map(({ id }) => id)).toEqual(['closed'])
  })

  it('keeps weekend events, and today on a weekend, in the week they belong to', () => {
    const shown = (today: string) =>
      tableWeeks({ weeks: weeksOf(december), month: december, today, events: byDay }).map(
        ({ weekend }) => weekend,
      )
    expect(shown('2026-11-29')).toEqual([[], ['2026-12-12'], [], [], []])
    expect(shown('2026-12-12')).toEqual([[], ['2026-12-12'], [], [], []])
    expect(shown('2026-12-13')).toEqual([[], ['2026-12-12', '2026-12-13'], [], [], []])
  })

  it('lists an event once for a weekend, with the days of it that the event covers', () => {
    const weekend = ['2026-12-12', '2026-12-13']
    const shown = [
      event('fair', '2026-12-11', '2026-12-15'),
      event('retreat', '2026-12-12T10:00:00-08:00'),
      event('brunch', '2026-12-13T10:00:00-08:00'),
    ]
    const weekendDays = weekendEvents(weekend, eventsByDay(shown, 'America/Los_Angeles'))
    expect(weekendDays.map(({ event: { id }, days }) => [id, ...days])).toEqual([
      ['fair', ...weekend],
      ['retreat', '2026-12-12'],
      ['brunch', '2026-12-13'],
    ])
  })

  it('counts the events that touch the month', () => {
    const zone = 'America/Los_Angeles'
    expect(countText(events, december, zone)).toBe('4 events')
    expect(countText(events, monthAfter(december), zone)).toBe('No events')
    expect(countText([event('fair', '2026-11-29', '2026-12-02')], december, zone)).toBe('1 event')
  })

  it('includes weekend events of the neighboring month, like its weekdays', () => {
    const beside = eventsByDay([event('fair', '2027-01-02')], 'UTC')
    const weeks = tableWeeks({
      weeks: weeksOf(december),
      month: december,
      today: '2026-12-01',
      events: beside,
    })
    expect(weeks.at(-1)).toEqual({
      weekdays: ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01'],
      weekend: ['2027-01-02'],
    })
  })

  it('shows a first week of the previous month only for its weekend', () => {
    const august = { year: 2026, month: 8 }
    const shown = (all: CalendarEvent[]) =>
      tableWeeks({
        weeks: weeksOf(august),
        month: august,
        today: '2026-08-03',
        events: eventsByDay(all, 'UTC'),
      }).map(({ weekdays }) => weekdays[0])
    expect(shown([])[0]).toBe('2026-08-03')
    expect(shown([event('fair', '2026-08-01')])[0]).toBe('2026-07-27')
    // A month that begins on a Sunday, and an event on the Saturday before.
    const november = { year: 2026, month: 11 }
    const [first] = tableWeeks({
      weeks: weeksOf(november),
      month: november,
      today: '2026-11-03',
      events: eventsByDay([event('fair', '2026-10-31')], 'UTC'),
    })
    expect(first!.weekdays[0]).toBe('2026-11-02')
  })
})

it('reads a month from a valid address only', () => {
  expect(parseMonth('2026-12')).toEqual(december)
  for (const text of [null, '', '2026-13', '2026-00', '1969-12', '2101-01', '2026-1', 'x']) {
    expect(parseMonth(text)).toBeUndefined()
  }
  expect(monthText(monthAfter(december))).toBe('January 2027')
  expect(monthAfter({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 })
})
