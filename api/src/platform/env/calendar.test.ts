import { expect, it } from 'vitest'
import { parseSettings } from './env.ts'
import { productionEnv } from './production-fixture.ts'

it('reads the calendar from a file in the data folder by default', () => {
  const { calendar } = parseSettings({ DATA_FOLDER: '/data' })
  expect(calendar).toEqual({
    kind: 'ics',
    file: '/data/calendar.ics',
    mayBeMissing: true,
    url: undefined,
    meetingHosts: [],
  })
})

it('reads it from a published address', () => {
  const url = 'https://calendar.example/board.ics'
  expect(parseSettings({ ICS_URL: url }).calendar).toMatchObject({ kind: 'ics', url })
  const local = 'http://127.0.0.1:8080/board.ics'
  expect(parseSettings({ ICS_URL: local }).calendar).toMatchObject({ url: local })
})

it('reads a Google calendar, by default the account’s own', () => {
  expect(parseSettings({ ...productionEnv, CALENDAR: 'google' }).calendar).toEqual({
    kind: 'google',
    calendarId: 'primary',
    meetingHosts: [],
  })
  const calendarId = 'board@group.calendar.google.com'
  expect(
    parseSettings({ ...productionEnv, CALENDAR: 'google', GOOGLE_CALENDAR_ID: ` ${calendarId} ` })
      .calendar,
  ).toMatchObject({ kind: 'google', calendarId })
})

it.each([
  'http://calendar.example/board.ics',
  'https://ruth:secret@calendar.example/board.ics',
  'file:///etc/passwd',
  'calendar.ics',
])('refuses the address %s without repeating it', (url) => {
  const refused = () => parseSettings({ ICS_URL: url })
  expect(refused).toThrow("The setting ICS_URL can't be used: it is not an address that begins")
  expect(refused).not.toThrow(url)
})

it('reads further hosts of meeting services', () => {
  const { calendar } = parseSettings({ MEETING_HOSTS: 'Meet.Larkspur.example, video.example' })
  expect(calendar.meetingHosts).toEqual(['meet.larkspur.example', 'video.example'])
})

it('refuses an unknown calendar type', () => {
  expect(() => parseSettings({ CALENDAR: 'outlook' })).toThrow('CALENDAR=outlook')
})
