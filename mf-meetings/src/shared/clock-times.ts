import { dateFormat } from '@portal/domain/date-format'
import type { Day } from './days.ts'

type HourCycle = Intl.DateTimeFormatOptions['hourCycle']

/** "9:00 AM" by the clocks of a zone. */
export function timeText(moment: Date, timeZone: string, hourCycle: HourCycle = 'h12'): string {
  const options = { timeZone, hour: 'numeric', minute: '2-digit', hourCycle } as const
  return dateFormat(options).format(moment).replaceAll('\u202f', ' ')
}

/** "PT": how the people of a zone call it at that moment; "GMT+1" where English has no short name for it. */
export function zoneText(moment: Date, timeZone: string): string {
  const named = (timeZoneName: 'shortGeneric' | 'short') =>
    dateFormat({ timeZone, timeZoneName })
      .formatToParts(moment)
      .find(({ type }) => type === 'timeZoneName')?.value
  const generic = named('shortGeneric')
  return (generic?.includes(' ') ? named('short') : generic) ?? timeZone
}

export function readerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** 12 or 24 hours, as the reader's own language counts them. */
export function readerHourCycle(): HourCycle {
  return (
    new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle ?? 'h12'
  )
}

/** Whether two zones' clocks show different times at a moment: two names may share one clock. */
export function clocksDiffer(moment: Date, one: string, other: string): boolean {
  return offsetOf(moment, one) !== offsetOf(moment, other)
}

/**
 * The moment at which a zone's clocks show this day and `HH:MM`. A time that the spring change skips is
 * read as one hour later, one that the autumn change repeats as the first of the two.
 */
export function momentOf(day: Day, time: string, timeZone: string): Date | undefined {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(asUtc)) return undefined
  const before = asUtc - offsetOf(new Date(asUtc - 86_400_000), timeZone)
  const after = asUtc - offsetOf(new Date(asUtc + 86_400_000), timeZone)
  const fits = [before, after].find((at) => at + offsetOf(new Date(at), timeZone) === asUtc)
  return new Date(fits ?? before)
}

/** How far a zone's clocks are ahead of UTC, in ms. */
function offsetOf(moment: Date, timeZone: string): number {
  const format = dateFormat({
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const shown = Date.UTC(
    parts.year!,
    parts.month! - 1,
    parts.day,
    parts.hour,
    parts.minute,
    parts.second,
  )
  return shown - Math.floor(moment.getTime() / 1000) * 1000
}
