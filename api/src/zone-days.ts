import { dateFormat } from '@portal/contract/date-format'
const day = 24 * 60 * 60 * 1000

/** The moment at which a `YYYY-MM-DD` begins on the zone's clocks; undefined when there is no such day. */
export function startOfDay(date: string, timeZone: string): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (!match) return undefined
  const [year, month, dayOfMonth] = match.slice(1).map(Number) as [number, number, number]
  const midnight = new Date(Date.UTC(year, month - 1, dayOfMonth))
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== dayOfMonth) return undefined
  if (year < 1970 || year > 2100) return undefined
  // The offset may change in the hours between UTC's midnight and the zone's.
  const first = new Date(midnight.getTime() - offsetAt(midnight, timeZone))
  const second = new Date(midnight.getTime() - offsetAt(first, timeZone))
  // Where clocks are put forward at midnight the day begins at one: a moment earlier is the day before.
  return withOffset(second, timeZone).startsWith(date) ? second : first
}

/**
 * The moment at which the zone's clocks show `YYYY-MM-DDTHH:MM:SS`: the first of two, and where they leap over it,
 * as if they had not yet (RFC 5545, 3.3.5).
 */
export function momentAt(local: string, timeZone: string): Date {
  const wall = Date.parse(`${local.slice(0, 19)}Z`)
  const [before, after] = [wall - day, wall + day].map((time) => offsetAt(new Date(time), timeZone))
  const asBefore = new Date(wall - before!)
  const asAfter = new Date(wall - after!)
  if (offsetAt(asBefore, timeZone) === before) return asBefore
  return offsetAt(asAfter, timeZone) === after ? asAfter : asBefore
}

/** RFC 3339 with the zone's offset at that moment: `2026-11-20T09:00:00-08:00`. */
export function withOffset(moment: Date, timeZone: string): string {
  const offset = offsetAt(moment, timeZone)
  const local = new Date(moment.getTime() + offset).toISOString().slice(0, 19)
  const minutes = Math.abs(Math.round(offset / 60_000))
  const two = (number: number) => String(number).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** How far the zone's clocks are ahead of UTC, in ms. */
export function offsetAt(moment: Date, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(moment)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  )
  return local - Math.floor(moment.getTime() / 1000) * 1000
}

/** `count` days later, by the calendar. */
export function daysLater(date: string, count: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + count * day).toISOString().slice(0, 10)
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return dateFormat({
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}
