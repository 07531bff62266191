import { getISO } from 'temporal-polyfill/fns/Calendar'
import * as instant from 'temporal-polyfill/fns/Instant'
import * as plainDateTime from 'temporal-polyfill/fns/PlainDateTime'
import * as zonedDateTime from 'temporal-polyfill/fns/ZonedDateTime'
import { isDay } from './days.ts'

/**
 * The moment at which a zone's clocks show `YYYY-MM-DDTHH:MM[:SS]`, or undefined for any other text. Of a time that
 * occurs twice it is the first; one that is skipped is read with the offset before the change (RFC 5545, 3.3.5).
 */
export function momentAt(local: string, timeZone: string): Date | undefined {
  const match = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?/.exec(local)
  if (!match) return undefined
  const clock = parsedClock(match[0])
  if (!clock) return undefined
  return new Date(plainDateTime.toZonedDateTime(clock, timeZone).epochMilliseconds)
}

/** The first moment of a `YYYY-MM-DD` in a zone; undefined if it isn't a day of 1970 to 2100. */
export function startOfDay(day: string, timeZone: string): Date | undefined {
  return isDay(day) ? momentAt(`${day}T00:00`, timeZone) : undefined
}

/** RFC 3339 with the zone's offset at that moment: `2026-11-20T09:00:00-08:00`. */
export function withOffset(moment: Date, timeZone: string): string {
  return zonedDateTime.toString(zoned(moment, timeZone), {
    timeZoneName: 'never',
    fractionalSecondDigits: 0,
  })
}

/** How far a zone's clocks are ahead of UTC at a moment, in ms. */
export function offsetAt(moment: Date, timeZone: string): number {
  return zonedDateTime.offsetNanoseconds(zoned(moment, timeZone)) / 1_000_000
}

/** A change of a zone's clocks. Offsets are in ms ahead of UTC. */
export type ZoneChange = { at: Date; before: number; after: number }

/** The changes of a zone's clocks in `[from, to)`, first first. */
export function zoneChanges(from: Date, to: Date, timeZone: string): ZoneChange[] {
  const changes: ZoneChange[] = []
  let last = new Date(from.getTime() - 1)
  for (;;) {
    const next = zonedDateTime.getTimeZoneTransition(zoned(last, timeZone), 'next')
    if (next === null) return changes
    const at = new Date(zonedDateTime.toInstant(next).epochMilliseconds)
    if (at >= to) return changes
    const before = offsetAt(new Date(at.getTime() - 1), timeZone)
    const after = offsetAt(at, timeZone)
    // A change of the zone's name alone moves no clock.
    if (before !== after) changes.push({ at, before, after })
    last = at
  }
}

/** Whether two zones' clocks show different times at a moment: two names may share one clock. */
export function clocksDiffer(moment: Date, zone: string, other: string): boolean {
  return offsetAt(moment, zone) !== offsetAt(moment, other)
}

/** Whether a text is an IANA name of a zone, such as America/Los_Angeles. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

function zoned(moment: Date, timeZone: string) {
  return instant.toZonedDateTimeISO(instant.fromEpochMilliseconds(moment.getTime()), timeZone)
}

function parsedClock(text: string) {
  try {
    return plainDateTime.fromString(text, getISO)
  } catch {
    return undefined
  }
}
