import { dateFormat } from '@portal/domain/date-format'
import type { Agenda } from '@portal/contract/agendas'
import { clockText } from '../agenda-start-times.ts'

/** `Thursday, December 10, 2026 · 9:00 AM – 12:00 PM PT (6:00 PM – 9:00 PM your time) · Larkspur House`. */
export function whenAndWhere(
  agenda: Agenda,
  timeZone: string,
  readersZone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const { date, time, endTime, location } = agenda
  const noon = Date.parse(`${date}T12:00:00Z`)
  const day = Number.isNaN(noon)
    ? date
    : dateFormat({ dateStyle: 'full', timeZone: 'UTC' }).format(noon)
  const zone = zonePart(Number.isNaN(noon) ? Date.now() : noon, timeZone, 'shortGeneric')
  const span = `${clockText(time)} – ${clockText(endTime)} ${zone}`
  const theirs = readersSpan(agenda, timeZone, readersZone)
  return [day, theirs ? `${span} ${theirs}` : span, location].filter(Boolean).join(' · ')
}

/** The same on the reader's own clock, where that one shows another time. */
function readersSpan({ date, time, endTime }: Agenda, timeZone: string, readersZone: string) {
  const start = momentOf(`${date}T${time}:00Z`, timeZone)
  const end = momentOf(`${date}T${endTime}:00Z`, timeZone)
  if (!(end >= start) || offsetOf(start, timeZone) === offsetOf(start, readersZone))
    return undefined
  const dayIn = (zone: string) => formatted(start, { weekday: 'short', timeZone: zone })
  const [day, theirDay] = [dayIn(timeZone), dayIn(readersZone)]
  const clock = (at: number) =>
    formatted(at, { hour: 'numeric', minute: '2-digit', timeZone: readersZone })
  const named = day === theirDay ? '' : `${theirDay} `
  return `(${named}${clock(start)} – ${clock(end)} your time)`
}

function formatted(at: number, format: Intl.DateTimeFormatOptions): string {
  return dateFormat(format).format(at).replaceAll(/\s/g, ' ')
}

/** The moment at which a zone's clocks show what is written as if it were UTC; NaN where it is no time. */
function momentOf(written: string, timeZone: string): number {
  const asUtc = Date.parse(written)
  if (Number.isNaN(asUtc)) return asUtc
  // The second look is for the hours around a change of the clocks.
  return asUtc - offsetOf(asUtc - offsetOf(asUtc, timeZone), timeZone)
}

/** How far a zone's clocks are ahead of UTC, in ms. */
function offsetOf(at: number, timeZone: string): number {
  const [, sign, hours = 0, minutes = 0] =
    /([+-])(\d\d):(\d\d)/.exec(zonePart(at, timeZone, 'longOffset')) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function zonePart(at: number, timeZone: string, timeZoneName: 'shortGeneric' | 'longOffset') {
  const parts = dateFormat({ timeZone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
