import { dateFormat } from '@portal/domain/date-format'

/** `2026-11-20`: the day of a moment on the zone's clocks. */
export function dayOf(at: string, timeZone: string): string {
  return dateFormat({ timeZone, dateStyle: 'short' }, 'en-CA').format(new Date(at))
}

/** `Friday, November 20, 2026` */
export function dayInWords(day: string): string {
  const format = { dateStyle: 'full', timeZone: 'UTC' } as const
  return dateFormat(format).format(new Date(`${day}T00:00:00Z`))
}

/** `9:00:05 AM PST` */
export function timeOf(at: string, timeZone: string): string {
  return dateFormat({
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at))
}

/** The day after, by the calendar. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
