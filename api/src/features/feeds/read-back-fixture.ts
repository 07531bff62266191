import { deepStrictEqual } from 'node:assert'
import ICAL from 'ical.js'
import { type ParameterValue, sync } from 'node-ical'
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

/** What two independent parsers read in a file. They agree. */
export function independently(text: string): ReadEvent[] {
  const events = byFileZones(text)
  const byUid = (a: ReadEvent, b: ReadEvent) => (a.uid < b.uid ? -1 : 1)
  deepStrictEqual(byZoneNames(text).toSorted(byUid), events.toSorted(byUid))
  return events
}

/** What `node-ical` reads, which knows zones by their names. */
function byZoneNames(text: string): ReadEvent[] {
  const plain = (value: ParameterValue | undefined) =>
    typeof value === 'object' ? value.val : (value ?? null)
  const events = Object.values(sync.parseICS(text)).filter((each) => each?.type === 'VEVENT')
  return events.map((event) => {
    const textOf = (date: typeof event.start | undefined) =>
      event.datetype === 'date' ? localDayOf(date!) : date!.toISOString()
    return {
      uid: event.uid,
      title: plain(event.summary) ?? '',
      start: textOf(event.start),
      end: textOf(event.end),
      place: plain(event.location),
      sequence: Number(event.sequence),
      isCancelled: event.status === 'CANCELLED',
    }
  })
}

/** Its days begin at midnight in the zone of this process. */
function localDayOf(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** What `ical.js` reads, by the zones that the file defines. */
function byFileZones(text: string): ReadEvent[] {
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
