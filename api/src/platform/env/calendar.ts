import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { list, setting } from './values.ts'

/** Where the board's calendar comes from. */
export type CalendarSettings = (
  | {
      kind: 'ics'
      file: string
      /** The file wasn't named: there may be no calendar yet. */
      mayBeMissing: boolean
      url: string | undefined
    }
  | { kind: 'google'; calendarId: string }
) & {
  /** Hosts of meeting services apart from the well-known ones. */
  meetingHosts: readonly string[]
}

const icsAddress = z
  .string()
  .check(
    z.refine(
      isIcsAddress,
      'it is not an address that begins with https:// and contains no password',
    ),
  )

export const calendarEnvironment = {
  CALENDAR: setting(
    z._default(z.enum(['ics', 'google']), 'ics'),
    'where the board’s calendar comes from: a published `.ics`, or Google Calendar',
  ),
  ICS_FILE: setting(
    z.optional(z.string()),
    'path of the calendar file',
    '`calendar.ics` in the data folder, if it is there',
  ),
  /** Takes precedence over the file. */
  ICS_URL: setting(
    z.optional(icsAddress),
    'address of the calendar, beginning with `https://`; takes precedence over the file',
  ),
  GOOGLE_CALENDAR_ID: setting(
    z._default(z.string().check(z.trim(), z.minLength(1)), 'primary'),
    'id of the calendar for `CALENDAR=google`',
  ),
  MEETING_HOSTS: setting(
    z._default(list, []),
    'hosts of video services apart from the well-known ones, with their subdomains: a link to one of them in an event’s place, description or address is *Join Meeting*',
  ),
}

const environment = z.object(calendarEnvironment)

export function calendarSettings(
  read: z.output<typeof environment>,
  dataFolder: string,
): CalendarSettings {
  const meetingHosts = read.MEETING_HOSTS.map((host) => host.toLowerCase())
  if (read.CALENDAR === 'google') {
    return { kind: 'google', calendarId: read.GOOGLE_CALENDAR_ID, meetingHosts }
  }
  const file = resolve(read.ICS_FILE ?? `${dataFolder}/calendar.ics`)
  const mayBeMissing = read.ICS_FILE === undefined
  return { kind: 'ics', file, mayBeMissing, url: read.ICS_URL, meetingHosts }
}

/** Local addresses need no encryption. */
function isIcsAddress(text: string): boolean {
  const address = URL.parse(text)
  if (!address || address.username !== '' || address.password !== '') return false
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname)
  return address.protocol === 'https:' || (address.protocol === 'http:' && isLocal)
}
