import type { Agenda, AgendaItem } from '@portal/contract/agendas'
import { expect, it } from 'vitest'
import { agendaReaderSpan, agendaSpan, durationText, runningTimes } from './agenda-times.ts'

function item(id: string, duration: number, time?: string): AgendaItem {
  const base = { id, title: id, duration, completed: false, type: 'discussion' }
  return time === undefined ? base : { ...base, time }
}

const agenda: Agenda = {
  id: '2026-Q4',
  year: 2026,
  quarter: 4,
  status: 'published',
  title: 'Q4 2026 Board Meeting',
  date: '2026-12-10',
  time: '09:00',
  endTime: '12:00',
  items: [],
  updatedAt: '2026-11-20T00:00:00Z',
  revision: 1,
}

const starts = (time: string, ...items: AgendaItem[]) =>
  runningTimes({ time, items }).map((timed) => timed.starts)

it('begins each item when the one before it ends', () => {
  expect(starts('09:00', item('a', 10), item('b', 50), item('c', 120), item('d', 15))).toEqual([
    '9:00 AM',
    '9:10 AM',
    '10:00 AM',
    '12:00 PM',
  ])
})

it('lets an item’s own time win, and runs on from it', () => {
  expect(starts('09:00', item('a', 10), item('b', 30, '10:00'), item('c', 5))).toEqual([
    '9:00 AM',
    '10:00 AM',
    '10:30 AM',
  ])
})

it('says TBD where no time is known, until an item brings one', () => {
  expect(starts('', item('a', 10), item('b', 10, '25:00'), item('c', 10, '11:00'))).toEqual([
    'TBD',
    'TBD',
    '11:00 AM',
  ])
})

it('shows the meeting’s times in the foundation’s zone, and the reader’s where they differ', () => {
  const pacific = 'America/Los_Angeles'
  expect(agendaSpan(agenda, pacific)).toBe('9:00 AM – 12:00 PM PT')
  expect(agendaReaderSpan(agenda, pacific, 'America/New_York')).toBe(
    '(12:00 PM – 3:00 PM your time)',
  )
  expect(agendaReaderSpan(agenda, pacific, pacific)).toBeUndefined()
  expect(agendaSpan({ ...agenda, time: '' }, pacific)).toBe('TBD')
  const { date: _date, ...undated } = agenda
  expect(agendaReaderSpan(undated, pacific, 'Europe/Berlin')).toBeUndefined()
})

it('tells a duration in hours and minutes', () => {
  expect([0, 45, 60, 150].map(durationText)).toEqual(['0 min', '45 min', '1 h', '2 h 30 min'])
})
