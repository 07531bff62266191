import { withoutSeparators, icsText, icsValue } from '../../src/features/calendar/ics-text.ts'
import type { Day } from '@portal/domain/days'
import { day } from '../days.ts'

/** One VEVENT. Times are wall-clock times of the calendar's zone, `HH:MM`. */
export type SampleEvent = {
  uid: string
  summary: string
  start: { on: Day; at?: string }
  /** For all-day events the day after the last one, since their end is exclusive. */
  end: { on: Day; at?: string }
  location?: string
  description?: string
  joinUrl?: string
  /** An RRULE without its UNTIL; `until` is the last day it may fall on. */
  repeats?: { rule: string; until: Day; except?: Day[] }
  /** The original day of the occurrence that this event replaces. */
  insteadOf?: Day
}

export function calendarFile(events: SampleEvent[], timeZone: string, stamp: Day, years: number[]) {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Larkspur Foundation//Board calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Larkspur Foundation board',
    `X-WR-TIMEZONE:${timeZone}`,
    ...zoneLines(timeZone, years),
    ...events.flatMap((event) => eventLines(event, timeZone, stamp)),
    'END:VCALENDAR',
  ]
  return icsText(lines)
}

function eventLines(event: SampleEvent, timeZone: string, stamp: Day): string[] {
  const { uid, summary, start, end, location, description, joinUrl, repeats, insteadOf } = event
  const moment = (name: string, { on, at }: { on: Day; at?: string }) =>
    at === undefined
      ? `${name};VALUE=DATE:${withoutSeparators(on)}`
      : `${name};TZID=${timeZone}:${withoutSeparators(on)}T${withoutSeparators(at)}00`
  const lines = [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${withoutSeparators(stamp)}T000000Z`,
    moment('DTSTART', start),
    moment('DTEND', end),
    `SUMMARY:${icsValue(summary)}`,
  ]
  if (insteadOf) lines.push(moment('RECURRENCE-ID', { on: insteadOf, ...timeOf(event) }))
  if (repeats) {
    lines.push(`RRULE:${repeats.rule};UNTIL=${withoutSeparators(repeats.until)}T235959Z`)
    for (const on of repeats.except ?? []) lines.push(moment('EXDATE', { ...start, on }))
  }
  if (location) lines.push(`LOCATION:${icsValue(location)}`)
  if (description) lines.push(`DESCRIPTION:${icsValue(description)}`)
  if (joinUrl) {
    lines.push(`CONFERENCE;VALUE=URI;FEATURE="AUDIO,VIDEO";LABEL=Join by video:${joinUrl}`)
    lines.push(`X-GOOGLE-CONFERENCE:${joinUrl}`)
  }
  // Days off don't block time.
  lines.push(start.at === undefined ? 'TRANSP:TRANSPARENT' : 'TRANSP:OPAQUE')
  return [...lines, 'STATUS:CONFIRMED', 'END:VEVENT']
}

/** The original start time of a moved occurrence. */
const seriesTime = '14:00'
const timeOf = ({ start }: SampleEvent) => (start.at === undefined ? {} : { at: seriesTime })

/** The zone's offset changes in these years, found by checking each day. */
function zoneLines(timeZone: string, years: number[]): string[] {
  const first = Date.parse(`${day(years[0]!, 1, 1)}T12:00:00Z`) - 400 * 86_400_000
  const last = Date.parse(`${day(years.at(-1)! + 1, 1, 1)}T12:00:00Z`)
  const offsetAt = offsetsOf(timeZone)
  const changes = [{ at: first, from: offsetAt(first), to: offsetAt(first) }]
  for (let at = first; at < last; at += 86_400_000) {
    const [from, to] = [offsetAt(at), offsetAt(at + 86_400_000)]
    if (from === to) continue
    let [low, high] = [at, at + 86_400_000]
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 120_000) * 60_000
      if (offsetAt(middle) === from) low = middle
      else high = middle
    }
    changes.push({ at: high, from, to })
  }
  const standard = Math.min(...changes.map(({ to }) => to))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...changes.flatMap(({ at, from, to }) => {
      const kind = to > standard ? 'DAYLIGHT' : 'STANDARD'
      const wall = new Date(at + from * 60_000).toISOString().slice(0, 19)
      return [
        `BEGIN:${kind}`,
        `DTSTART:${withoutSeparators(wall)}`,
        `TZOFFSETFROM:${offsetText(from)}`,
        `TZOFFSETTO:${offsetText(to)}`,
        `END:${kind}`,
      ]
    }),
    'END:VTIMEZONE',
  ]
}

/** Offset from UTC in minutes. */
function offsetsOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value
    const match = /([+-])(\d{2}):(\d{2})/.exec(name)
    if (!match) return 0
    return (Number(match[2]) * 60 + Number(match[3])) * (match[1] === '-' ? -1 : 1)
  }
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  const digits = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  return `${minutes < 0 ? '-' : '+'}${digits.join('')}`
}
