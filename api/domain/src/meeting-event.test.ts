import { describe, expect, it } from 'vitest'
import { meetingEvent, meetingSpan } from './meeting-event.ts'

const zone = 'America/Los_Angeles'
const q1 = { year: 2027, quarter: 1 }
const event = (summary: string, dateTime = '2027-03-11T17:00:00Z') => ({
  summary,
  start: { dateTime },
})

describe('the event of a quarter’s board meeting', () => {
  const of = (...events: ReturnType<typeof event>[]) => meetingEvent(events, q1, zone)?.summary

  it('takes the quarter’s only event whose name says board meeting', () => {
    expect(of(event('Finance Committee of the Board'), event('Board Meeting'))).toBe(
      'Board Meeting',
    )
    expect(of(event('Holiday'))).toBeUndefined()
    expect(of(event('Board Meeting', '2027-04-01T17:00:00Z'))).toBeUndefined()
  })

  it('is never one that was made from an agenda', () => {
    const made = { ...event('Board Meeting'), fromAgenda: true }
    expect(meetingEvent([made], q1, zone)).toBeUndefined()
  })

  it('takes the one of several events that names the quarter, or none', () => {
    const retreat = event('Board retreat')
    expect(of(retreat, event('Q1 2027 Board Meeting'))).toBe('Q1 2027 Board Meeting')
    expect(of(retreat, event('Board Meeting'))).toBeUndefined()
  })

  it('belongs to the quarter of its day in the foundation’s zone', () => {
    expect(of(event('Board Meeting', '2027-04-01T05:00:00Z'))).toBe('Board Meeting')
  })
})

describe('when a meeting is', () => {
  it('uses the foundation’s time zone', () => {
    const times = {
      start: { dateTime: '2027-03-11T17:00:00Z' },
      end: { dateTime: '2027-03-11T20:30:00Z' },
    }
    expect(meetingSpan(times, zone)).toEqual({
      date: '2027-03-11',
      time: '09:00',
      endTime: '12:30',
    })
  })

  it('has no times for an all-day event, and no end on another day', () => {
    expect(meetingSpan({ start: { date: '2027-03-11' } }, zone)).toEqual({ date: '2027-03-11' })
    const overnight = {
      start: { dateTime: '2027-03-11T17:00:00Z' },
      end: { dateTime: '2027-03-13T20:30:00Z' },
    }
    expect(meetingSpan(overnight, zone)).toEqual({ date: '2027-03-11', time: '09:00' })
  })
})
