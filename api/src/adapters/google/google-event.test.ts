import { expect, it } from 'vitest'
import { type GoogleEvent, readGoogleEvent } from './google-event.ts'

const read = (event: GoogleEvent) =>
  readGoogleEvent(
    { id: 'a', summary: 'Call', ...event },
    { timeZone: 'America/Los_Angeles', meetingHosts: [] },
  )
const at = (dateTime: string, timeZone?: string) => ({
  dateTime,
  ...(timeZone ? { timeZone } : {}),
})

it('reads a local time in its zone', () => {
  const event = { start: at('2026-12-10T12:00:00', 'America/New_York') }
  expect(read(event).occurrence?.shown.start).toEqual({ dateTime: '2026-12-10T09:00:00-08:00' })
  expect(read(event)).not.toHaveProperty('problem')
})

it.each([
  [at('2026-12-10T23:00:00', 'Nowhere/Land'), 'The time zone “Nowhere/Land” is unknown.'],
  [at('2026-12-10T23:00:00'), 'The time zone is missing.'],
])('shows an event by its date if its zone can’t be resolved: %j', (start, message) => {
  const { occurrence, problem } = read({
    start,
    end: { ...start, dateTime: '2026-12-11T01:00:00' },
  })
  expect(occurrence?.shown).toEqual({
    id: 'a',
    summary: 'Call',
    start: { date: '2026-12-10' },
    end: { date: '2026-12-12' },
    timeUnconfirmed: true,
  })
  expect(problem).toEqual({ event: 'Call', message })
})

it.each<GoogleEvent>([
  {},
  { start: {} },
  { start: { date: '2026-02-30' } },
  { start: at('tomorrow') },
  { start: at('2026-13-45T99:00:00Z') },
])('lists an event whose times can’t be read: %j', (event) => {
  expect(read(event)).toEqual({
    problem: { event: 'Call', message: 'The time of this event can’t be read.' },
  })
})

it('doesn’t reveal the title of a private event', () => {
  expect(read({ visibility: 'private', start: {} }).problem?.event).toBe('Busy')
})
