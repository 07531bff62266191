import type { Calendar } from '../calendar/calendar.ts'
import type { CalendarSettings } from '../env/calendar.ts'

type Options = {
  calendar: CalendarSettings
  timeZone: string
  /** Of a Google calendar; without one the machine's own account is used. */
  credentialsFile: string | undefined
  now: () => Date
}

/** The adapter that the settings name; no other one is loaded. */
export async function openCalendar(options: Options): Promise<Calendar> {
  const { calendar, timeZone, credentialsFile, now } = options
  if (calendar.kind === 'google') {
    const { googleCalendar } = await import('./google/google-calendar.ts')
    const { calendarId } = calendar
    return googleCalendar({ calendarId, timeZone, credentials: credentialsFile, now })
  }
  const { icsCalendar } = await import('./ics/ics-calendar.ts')
  if (calendar.url !== undefined) {
    const { icsUrl } = await import('./ics/ics-url.ts')
    return icsCalendar({ source: icsUrl({ url: calendar.url, now }), timeZone })
  }
  const { icsFile } = await import('./ics/ics-source.ts')
  return icsCalendar({ source: icsFile(calendar.file), timeZone })
}
