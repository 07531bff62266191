import { describe, expect, it, vi } from 'vitest'
import {
  agendaReaderSpan,
  agendaSpan,
  clockText,
  consecutiveItems,
  endsAfterStart,
  lastEnd,
  minutesOfClock,
  shiftedItems,
  startTexts,
  startTimes,
} from './agenda-times.ts'

const pacific = 'America/Los_Angeles'

describe('a time of day', () => {
  it('accepts one or two digits for the hour, and no other form', () => {
    expect(minutesOfClock('9:05')).toBe(545)
    expect(minutesOfClock('09:05')).toBe(545)
    for (const text of ['24:00', '9:60', '9 AM', '', undefined]) {
      expect(minutesOfClock(text)).toBeUndefined()
    }
  })

  it('writes a time the way people do, and leaves words unchanged', () => {
    expect(['00:05', '12:00', '9:30', 'soon'].map(clockText)).toEqual([
      '12:05 AM',
      '12:00 PM',
      '9:30 AM',
      'soon',
    ])
  })

  it('lets a meeting end after it starts, and accepts words', () => {
    expect(endsAfterStart({ time: '09:00', endTime: '09:01' })).toBe(true)
    expect(endsAfterStart({ time: '09:00', endTime: '09:00' })).toBe(false)
    expect(endsAfterStart({ time: '14:00', endTime: '9:00' })).toBe(false)
    expect(endsAfterStart({ time: 'after lunch', endTime: '09:00' })).toBe(true)
  })
})

describe('when items begin', () => {
  const item = (duration: number, time?: string) =>
    time === undefined ? { duration } : { duration, time }

  it('starts each item when the previous one ends', () => {
    expect(startTexts('09:00', [item(10), item(50), item(120), item(15)])).toEqual([
      '9:00 AM',
      '9:10 AM',
      '10:00 AM',
      '12:00 PM',
    ])
  })

  it('uses an item’s own time, and continues from it', () => {
    expect(startTexts('09:00', [item(10), item(30, '10:00'), item(5)])).toEqual([
      '9:00 AM',
      '10:00 AM',
      '10:30 AM',
    ])
    expect(startTimes('09:00', [item(10, '08:00'), item(0), item(45)])).toEqual([
      '08:00',
      '08:10',
      '08:10',
    ])
  })

  it('shows TBD until an item has a known time', () => {
    expect(startTexts('', [item(10), item(10, '25:00'), item(10, '11:00')])).toEqual([
      'TBD',
      'TBD',
      '11:00 AM',
    ])
    expect(startTimes('', [item(5), item(5, '9:30')])).toEqual([undefined, '09:30'])
  })
})

describe('items one after the other', () => {
  const items = [{ duration: 10, time: '08:00' }, { duration: 0 }, { duration: 45 }]
  const agenda = { time: '09:00', endTime: '10:00', items }
  const starts = (time: string) => consecutiveItems({ time, items }).map((item) => item.time)

  it('starts the first item when the meeting starts', () => {
    expect(starts('09:00')).toEqual(['09:00', '09:10', '09:10'])
  })

  it('continues past midnight, and keeps the items’ own times if the meeting has none', () => {
    expect(starts('23:55')).toEqual(['23:55', '00:05', '00:05'])
    expect(consecutiveItems({ time: 'at noon', items })).toEqual(items)
  })

  it('shows when the last item ends, and how far that is past the end of the meeting', () => {
    expect(lastEnd(agenda)).toEqual({ time: '08:55', over: 0 })
    const following = consecutiveItems(agenda)
    expect(lastEnd({ ...agenda, items: following, endTime: '09:30' })).toEqual({
      time: '09:55',
      over: 25,
    })
    expect(lastEnd({ time: '', endTime: '', items: [] })).toBeUndefined()
  })
})

describe('items that move with the start of a meeting', () => {
  const timed = (...times: (string | undefined)[]) => times.map((time) => ({ time, duration: 10 }))
  const shifted = (time: string, to: string, ...times: (string | undefined)[]) =>
    shiftedItems({ time, items: timed(...times) }, to).map((item) => item.time)

  it('keep their breaks, and those without a time still follow the one before', () => {
    expect(shifted('09:00', '10:30', '09:00', undefined, '12:15')).toEqual(['10:30', '', '13:45'])
  })

  it('move from the first item’s own time if that isn’t the meeting’s', () => {
    expect(shifted('09:00', '10:30', '13:00', '13:10')).toEqual(['10:30', '10:40'])
  })

  it('lose times that would be on another day, or that can’t be computed', () => {
    expect(shifted('09:00', '23:55', '09:00', '09:10')).toEqual(['23:55', ''])
    expect(shifted('09:00', '', '09:00')).toEqual([''])
    expect(shifted('', '09:00', undefined, '09:00')).toEqual(['', ''])
    expect(shifted('09:00', '10:00', undefined, 'after lunch', '09:30')).toEqual(['', '', '10:30'])
    expect(shifted('09:00', '10:00')).toEqual([])
  })
})

describe('the meeting’s own times', () => {
  const agenda = { date: '2026-12-10', time: '09:00', endTime: '12:00' }

  it('shows the times in the foundation’s zone, and in the reader’s if they differ', () => {
    expect(agendaSpan(agenda, pacific)).toBe('9:00 AM – 12:00 PM PT')
    expect(agendaReaderSpan(agenda, pacific, 'America/New_York')).toBe(
      '(12:00 PM – 3:00 PM your time)',
    )
    expect(agendaReaderSpan(agenda, pacific, pacific)).toBeUndefined()
    expect(agendaSpan({ ...agenda, time: '' }, pacific)).toBe('TBD')
    const { date: _date, ...undated } = agenda
    expect(agendaReaderSpan(undated, pacific, 'Europe/Berlin')).toBeUndefined()
  })

  it.each([
    [pacific, undefined],
    // Another name of the same clock.
    ['America/Tijuana', undefined],
    ['Europe/Berlin', '(6:00 PM – 9:00 PM your time)'],
    ['Asia/Kolkata', '(10:30 PM – 1:30 AM your time)'],
    // Another day.
    ['Pacific/Auckland', '(Fri 6:00 AM – 9:00 AM your time)'],
  ])('for a reader in %s, adds %s', (zone, span) => {
    expect(agendaReaderSpan(agenda, pacific, zone)).toBe(span)
  })

  it('has the portal’s hour format, regardless of the reader’s', () => {
    const usual = Intl.DateTimeFormat
    vi.stubGlobal('Intl', {
      ...Intl,
      DateTimeFormat: function (locales: string | undefined, options: Intl.DateTimeFormatOptions) {
        return new usual(locales ?? 'de', options)
      },
    })
    try {
      const span = agendaReaderSpan(agenda, pacific, 'Europe/Berlin')
      expect(span).toBe('(6:00 PM – 9:00 PM your time)')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('follows clock changes', () => {
    const summer = { ...agenda, date: '2026-07-01' }
    expect(agendaReaderSpan(summer, pacific, 'UTC')).toBe('(4:00 PM – 7:00 PM your time)')
    expect(agendaReaderSpan(agenda, pacific, 'UTC')).toBe('(5:00 PM – 8:00 PM your time)')
  })

  it('shows the smaller difference while only one zone has changed its clocks', () => {
    const march = { ...agenda, date: '2026-03-12' }
    expect(agendaReaderSpan(march, pacific, 'Europe/Berlin')).toBe('(5:00 PM – 8:00 PM your time)')
  })

  it('shows the stored text if it is no date or time', () => {
    const words = { date: 'soon', time: 'at noon', endTime: '12:00' }
    expect(agendaSpan(words, pacific)).toBe('at noon – 12:00 PM PT')
    expect(agendaReaderSpan(words, pacific, 'UTC')).toBeUndefined()
    expect(agendaReaderSpan({ ...agenda, time: '13:00' }, pacific, 'UTC')).toBeUndefined()
  })
})
