import ICAL from 'ical.js'
import { icsCalendar } from '../../adapters/ics/ics-calendar.ts'
import type { CalendarEntry } from '../calendar/calendar-feature.ts'

export const timeZone = 'America/Los_Angeles'

/** What our own calendar reads in a file. */
export async function readBack(
  text: string | Uint8Array,
  from: Date,
  to: Date,
): Promise<CalendarEntry[]> {
  const source = async () => ({ stamp: '1', bytes: async () => Buffer.from(text) })
  const calendar = icsCalendar({ source, timeZone, meetingHosts: [] })
  const problems = await calendar.problems()
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return calendar.between(from, to)
}

export type ReadEvent = {
  uid: string
  title: string
  start: string
  end: string
  place: string | null
  sequence: number
  isCancelled: boolean
}

/** What an independent parser reads in a file, by the zone that the file defines. */
export function independently(text: string): ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zones = calendar.getAllSubcomponents('vtimezone').map((zone) => new ICAL.Timezone(zone))
  const momentOf = (property: ICAL.Property | null) => {
    const time = property?.getFirstValue() as ICAL.Time
    if (time.isDate) return time.toString()
    const tzid = property?.getFirstParameter('tzid')
    const zone = zones.find((each) => each.tzid === tzid)
    if (!zone) throw new Error(`no definition of ${tzid}`)
    const local = time.clone()
    local.zone = zone
    return new Date(local.toUnixTime() * 1000).toISOString()
  }
  return calendar.getAllSubcomponents('vevent').map((event) => ({
    uid: String(event.getFirstPropertyValue('uid')),
    title: String(event.getFirstPropertyValue('summary')),
    start: momentOf(event.getFirstProperty('dtstart')),
    end: momentOf(event.getFirstProperty('dtend')),
    place: event.getFirstPropertyValue('location') as string | null,
    sequence: Number(event.getFirstPropertyValue('sequence')),
    isCancelled: event.getFirstPropertyValue('status') === 'CANCELLED',
  }))
}
