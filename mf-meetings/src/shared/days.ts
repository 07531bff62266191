import { dateFormat } from '@portal/domain/date-format'

/** A calendar day, `YYYY-MM-DD`: it has no zone, and its order is the order of its text. */
export type Day = string

/** The day a moment falls on, by the clocks of a zone. */
export function dayOf(moment: Date, timeZone: string): Day {
  const format = dateFormat({
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const parts = Object.fromEntries(
    format.formatToParts(moment).map((part) => [part.type, part.value]),
  )
  return `${parts.year!.padStart(4, '0')}-${parts.month}-${parts.day}`
}

/** Today, by the clocks of a zone. */
export function todayIn(timeZone: string): Day {
  return dayOf(new Date(), timeZone)
}

export function dayAfter(day: Day, count = 1): Day {
  const moment = utc(day)
  moment.setUTCDate(moment.getUTCDate() + count)
  return moment.toISOString().slice(0, 10)
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: Day): number {
  return utc(day).getUTCDay() || 7
}

export function dateOf(day: Day): number {
  return Number(day.slice(8))
}

const text = (options: Intl.DateTimeFormatOptions) => (day: Day) =>
  dateFormat({ ...options, timeZone: 'UTC' }).format(utc(day))

export const weekdayName = text({ weekday: 'long' })
export const shortWeekdayName = text({ weekday: 'short' })
export const monthName = text({ month: 'long' })

/** "Thursday 10 December". */
export function dayText(day: Day): string {
  return `${weekdayName(day)} ${dateOf(day)} ${monthName(day)}`
}

/** "3 October", with its year where that isn't the reader's. */
export function shortDayText(day: Day, today: Day): string {
  const year = day.slice(0, 4)
  return `${dateOf(day)} ${monthName(day)}${year === today.slice(0, 4) ? '' : ` ${year}`}`
}

function utc(day: Day): Date {
  return new Date(`${day}T00:00:00Z`)
}
