import type { Agenda } from '@portal/contract/agendas'
import { expect, it } from 'vitest'
import { whenAndWhere } from './when-and-where.ts'

const pacific = 'America/Los_Angeles'
const agenda: Agenda = {
  id: '2026-Q4',
  year: 2026,
  quarter: 4,
  status: 'draft',
  title: 'Board',
  date: '2026-12-10',
  time: '09:00',
  endTime: '12:00',
  location: 'Larkspur House',
  items: [],
  updatedAt: '2026-11-01T09:00:00.000Z',
  revision: 1,
}

it.each([
  [pacific, '9:00 AM – 12:00 PM PT'],
  // Another name of the same clock.
  ['America/Tijuana', '9:00 AM – 12:00 PM PT'],
  ['Europe/Berlin', '9:00 AM – 12:00 PM PT (6:00 PM – 9:00 PM your time)'],
  ['Asia/Kolkata', '9:00 AM – 12:00 PM PT (10:30 PM – 1:30 AM your time)'],
])('adds the time of a reader in %s where it is another', (zone, span) => {
  const line = whenAndWhere(agenda, pacific, zone)
  expect(line).toMatch(/^Thursday, December 10, 2026 · .* · Larkspur House$/)
  expect(line).toContain(`${span} · `)
})

it('names the reader’s day where it is another', () => {
  expect(whenAndWhere(agenda, pacific, 'Pacific/Auckland')).toContain('(Fri 6:00 AM – 9:00 AM your')
})

it('follows the clocks’ changes', () => {
  const summer = { ...agenda, date: '2026-07-01' }
  expect(whenAndWhere(summer, pacific, 'UTC')).toContain('PT (4:00 PM – 7:00 PM your time)')
  expect(whenAndWhere(agenda, pacific, 'UTC')).toContain('PT (5:00 PM – 8:00 PM your time)')
})

it('says what is stored where it is no date or time', () => {
  const loose = { ...agenda, date: 'soon', time: 'at noon', location: undefined }
  expect(whenAndWhere(loose as unknown as Agenda, pacific, 'UTC')).toMatch(
    /^soon · at noon – 12:00 PM PT$/,
  )
  expect(whenAndWhere({ ...agenda, time: '13:00' }, pacific, 'UTC')).not.toContain('your time')
})
