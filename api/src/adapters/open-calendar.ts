import type { Calendar } from '../features/calendar/calendar.ts'
import type { CalendarSettings } from '../platform/env/calendar.ts'

type Options = {
  calendar: CalendarSettings
  timeZone: string
  /** For a Google calendar; defaults to the machine's own account. */
  credentialsFile: string | undefined
  now: () => Date
}

/** Opens the calendar named in the settings; only its adapter is loaded. */
export async function openCalendar(options: Options): Promise<Calendar> {
  const { calendar, timeZone, credentialsFile, now } = options
  const { meetingHosts } = calendar
  if (calendar.kind === 'google') {
    const { googleCalendar } = await import('./google/google-calendar.ts')
    const { calendarId } = calendar
    const credentials = credentialsFile
    return googleCalendar({ calendarId, timeZone, meetingHosts, credentials, now })
  }
  const { icsCalendar } = await import('./ics/ics-calendar.ts')
  if (calendar.url !== undefined) {
    const { icsUrl } = await import('./ics/ics-url.ts')
    return icsCalendar({ source: icsUrl({ url: calendar.url, now }), timeZone, meetingHosts })
  }
  const { icsFile } = await import('./ics/ics-source.ts')
  return icsCalendar({ source: icsFile(calendar.file, calendar), timeZone, meetingHosts })
}
