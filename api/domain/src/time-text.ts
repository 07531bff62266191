import { dateFormat } from './date-format.ts'
import { briefDayText, dateOf, dayOf, monthName, shortWeekdayName } from './days.ts'
import { clocksDiffer } from './zone-time.ts'

type HourCycle = Intl.DateTimeFormatOptions['hourCycle']

/** "9:00 AM" by the clocks of a zone. */
export function timeText(moment: Date, timeZone: string, hourCycle: HourCycle = 'h12'): string {
  const options = { timeZone, hour: 'numeric', minute: '2-digit', hourCycle } as const
  return dateFormat(options).format(moment).replaceAll('\u202f', ' ')
}

/** "22 November 2026, 1:30 AM" by the clocks of a zone. */
export function dateTimeText(at: string | number, timeZone: string): string {
  return `${dateText(at, timeZone)}, ${timeText(new Date(at), timeZone)}`
}

/** "22 November 2026" by the clocks of a zone. */
export function dateText(at: string | number, timeZone: string): string {
  const day = dayOf(new Date(at), timeZone)
  return `${dateOf(day)} ${monthName(day)} ${day.slice(0, 4)}`
}

type Span = { start: Date; end?: Date | undefined; hourCycle?: HourCycle }

/** "9:00 AM – 12:00 PM", or with days if it spans several: "Fri 11 December, 5:00 PM – Sun 13 December, 12:00 PM". */
export function spanText({ start, end, hourCycle }: Span, timeZone: string): string {
  const from = timeText(start, timeZone, hourCycle)
  if (!end) return from
  const to = timeText(end, timeZone, hourCycle)
  // An end at midnight belongs to the day before.
  const last = new Date(end.getTime() - 1)
  const isOneDay = last <= start || dayOf(start, timeZone) === dayOf(last, timeZone)
  if (isOneDay) return `${from} – ${to}`
  const [first, final] = [start, end].map((moment) => briefDayText(dayOf(moment, timeZone)))
  return `${first}, ${from} – ${final}, ${to}`
}

/**
 * "(Fri 2:00 AM – 5:00 AM your time)": `span` in the reader's time zone, with the weekday if it differs; undefined if
 * the reader's clock shows the same time. Its hour format is the portal's, as in the rest of the line.
 */
export function yourTimeText(
  start: Date,
  [timeZone, readersZone]: [foundation: string, readers: string],
  span: (hourCycle: HourCycle) => string,
): string | undefined {
  if (!clocksDiffer(start, timeZone, readersZone)) return undefined
  const readersDay = dayOf(start, readersZone)
  const day = readersDay === dayOf(start, timeZone) ? '' : `${shortWeekdayName(readersDay)} `
  return `(${day}${span('h12')} your time)`
}

/** A zone's abbreviation at a moment, "PT"; "GMT+1" if English has none. */
export function zoneText(moment: Date, timeZone: string): string {
  const generic = zonePart(moment, timeZone, 'shortGeneric')
  return (generic?.includes(' ') ? zonePart(moment, timeZone, 'short') : generic) ?? timeZone
}

/** A zone's name, "Pacific Time". */
export function zoneName(timeZone: string): string {
  return zonePart(new Date(), timeZone, 'longGeneric') ?? timeZone
}

export function readerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

function zonePart(
  moment: Date,
  timeZone: string,
  timeZoneName: NonNullable<Intl.DateTimeFormatOptions['timeZoneName']>,
): string | undefined {
  const parts = dateFormat({ timeZone, timeZoneName }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value
}
