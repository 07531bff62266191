import { dayAfter } from '@portal/domain/days'
import { brief, type IcsProperty, Unreadable } from './ics-properties.ts'
import { utc, type Zone, type ZoneOf } from './ics-zones.ts'

/** A clock's time in a zone: `2027-01-14T12:00:00`, or `2027-01-14` for a day. */
export type IcsTime = { local: string; zone: Zone }

/** Reads one value of a property. Throws `Unreadable` if it isn't a time. */
export function timeOf(property: IcsProperty, zoneOf: ZoneOf, index = 0): IcsTime {
  const value = property.values[index]
  const [text] = Array.isArray(value) ? (value as unknown[]) : [value]
  // A date is also accepted where its property doesn't announce one.
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}|::)(Z?))?$/.exec(String(text))
  const [, day, clock, isUtc] = match ?? []
  const refuse = () =>
    new Unreadable(
      property.line,
      `“${brief(property.raw)}” is not a time (${property.name.toUpperCase()}).`,
    )
  if (day === undefined || dayAfter(day, 0) !== day) throw refuse()
  const zone = zoneOf(property.parameters['tzid'])
  if (clock === undefined || clock === '::') return { local: day, zone: zoneOf(undefined) }
  const time = { local: `${day}T${clock}`, zone: isUtc === 'Z' ? utc : zone }
  if (!momentOf(time)) throw refuse()
  return time
}

export const isDay = ({ local }: IcsTime): boolean => local.length === 10

export const dayOf = ({ local }: IcsTime): string => local.slice(0, 10)

/** The moment of a time, or the first of a day. */
export function momentOf({ local, zone }: IcsTime): Date | undefined {
  return zone.momentAt(local.length === 10 ? `${local}T00:00:00` : local)
}

/** The clock as if it were in UTC, in ms: for differences between clocks of one zone. */
export function clockOf(local: string): number {
  return Date.parse(local.length === 10 ? `${local}T00:00:00Z` : `${local}Z`)
}

/** `2027-01-14T12:00:00` of a clock. */
export function localOf(clock: number): string {
  return new Date(clock).toISOString().slice(0, 19)
}

/** A content line: unfolded, with the number of its first line in the file, from 1. */
export type IcsLine = { number: number; text: string }

/**
 * The content lines of a file. Lines may be folded anywhere, even inside a character, so they are joined as bytes
 * before they are decoded. Lines end with CRLF, LF or CR.
 */
export function contentLines(bytes: Uint8Array): IcsLine[] {
  const lines: IcsLine[] = []
  const physical = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\u{EF}\u{BB}\u{BF}/u, '')
  for (const [index, text] of physical.split(/\r\n|\n|\r/).entries()) {
    const before = lines.at(-1)
    if (before && /^[ \t]/.test(text)) before.text += text.slice(1)
    else lines.push({ number: index + 1, text })
  }
  return lines
    .filter(({ text }) => /[!-~]/.test(text))
    .map(({ number, text }) => ({ number, text: Buffer.from(text, 'latin1').toString('utf8') }))
}
