import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calendarSuite, type SuiteEvent } from '../../features/calendar/calendar-suite.ts'
import { withoutSeparators, icsText, icsValue } from '../../features/calendar/ics-text.ts'
import { icsCalendar } from './ics-calendar.ts'
import { icsFile } from './ics-source.ts'
import { icsUrl } from './ics-url.ts'

const timeZone = 'America/Los_Angeles'
const meetingHosts = ['meet.larkspur.example']

calendarSuite('An .ics file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ics-suite-'))
  const file = join(folder, 'calendar.ics')
  let text = calendarText([])
  await writeFile(file, text)
  return {
    calendar: icsCalendar({ source: icsFile(file), timeZone, meetingHosts }),
    replace: async (...events) => {
      text = calendarText(events)
      await writeFile(file, text)
    },
    break: () => rm(file),
    restore: () => writeFile(file, text),
    close: () => rm(folder, { recursive: true }),
  }
})

calendarSuite('An .ics by URL', async () => {
  let text = calendarText([])
  let isDown = false
  const server = createServer((_, response) => {
    if (isDown) response.writeHead(503).end()
    else response.end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/board.ics`
  return {
    calendar: icsCalendar({ source: icsUrl({ url, freshFor: 0 }), timeZone, meetingHosts }),
    replace: async (...events) => void (text = calendarText(events)),
    break: async () => void (isDown = true),
    restore: async () => void (isDown = false),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
})

function calendarText(events: SuiteEvent[]): string {
  return icsText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((event) => [
      ...eventLines(event, repeatLines(event)),
      ...changedLines(event),
    ]),
    'END:VCALENDAR',
  ])
}

function eventLines(event: SuiteEvent, more: string[]): string[] {
  const { uid, summary, start, end, location, description, free, video, hangout } = event
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    moment('DTSTART', start, event),
    ...(end === undefined ? [] : [moment('DTEND', end, event)]),
    ...(summary === undefined ? [] : [`SUMMARY:${icsValue(summary)}`]),
    ...(location === undefined ? [] : [`LOCATION:${icsValue(location)}`]),
    ...(description === undefined ? [] : [`DESCRIPTION:${icsValue(description)}`]),
    ...(video === undefined ? [] : [`CONFERENCE;VALUE=URI;FEATURE=VIDEO:${video}`]),
    ...(hangout === undefined ? [] : [`X-GOOGLE-CONFERENCE:${hangout}`]),
    ...(free ? ['TRANSP:TRANSPARENT'] : []),
    ...more,
    'END:VEVENT',
  ]
}

function repeatLines(event: SuiteEvent): string[] {
  if (!event.repeats) return []
  const { every, count, except = [] } = event.repeats
  return [
    `RRULE:FREQ=${every};COUNT=${count}`,
    ...except.map((start) => moment('EXDATE', start, event)),
  ]
}

function changedLines(event: SuiteEvent): string[] {
  const { repeats, ...single } = event
  return Object.entries(repeats?.changed ?? {}).flatMap(([was, is]) =>
    is === 'cancelled'
      ? eventLines({ ...single, start: was }, [
          moment('RECURRENCE-ID', was, event),
          'STATUS:CANCELLED',
        ])
      : eventLines({ ...single, ...is }, [moment('RECURRENCE-ID', was, event)]),
  )
}

function moment(name: string, text: string, { zone = timeZone }: SuiteEvent): string {
  return text.includes('T')
    ? `${name};TZID=${zone}:${withoutSeparators(text)}00`
    : `${name};VALUE=DATE:${withoutSeparators(text)}`
}
