import { dateFormat } from './date-format.ts'

/** A calendar day, `YYYY-MM-DD`: without a zone; it sorts as text. */
export type Day = string

/** Whether a text names a day that exists, of the years 1970 to 2100. */
export function isDay(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined || Number(year) < 1970 || Number(year) > 2100) return false
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  return parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(date)
}

/** The day of a moment in a zone. */
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
  return `${parts['year']!.padStart(4, '0')}-${parts['month']}-${parts['day']}`
}

/** Today in a zone. */
export function todayIn(timeZone: string): Day {
  return dayOf(new Date(), timeZone)
}

/** `count` days later, by the calendar (earlier when negative). */
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

/** "Thursday, December 10, 2026". */
export const fullDayText = text({ dateStyle: 'full' })

/** "10 December 2026". */
export function dayInWords(day: Day): string {
  return `${dateOf(day)} ${monthName(day)} ${day.slice(0, 4)}`
}

/** "Thursday 10 December". */
export function dayText(day: Day): string {
  return `${weekdayName(day)} ${dateOf(day)} ${monthName(day)}`
}

/** "Thu 10 December". */
export function briefDayText(day: Day): string {
  return `${shortWeekdayName(day)} ${dateOf(day)} ${monthName(day)}`
}

/** "3 October", with its year if it isn't the current one. */
export function shortDayText(day: Day, today: Day): string {
  const year = day.slice(0, 4)
  return `${dateOf(day)} ${monthName(day)}${year === today.slice(0, 4) ? '' : ` ${year}`}`
}

/** How many days a day is after another, by the calendar (negative when it is before). */
function daysAfter(day: Day, other: Day): number {
  return Math.round((utc(day).getTime() - utc(other).getTime()) / 86_400_000)
}

/** How far off a coming day is: "today", "tomorrow", "in 17 days"; undefined if it has passed. */
export function daysToGoText(day: Day, today: Day): string | undefined {
  const days = daysAfter(day, today)
  if (days < 0) return undefined
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

/** A day as part of a sentence: "today", "yesterday", "on Friday" within the last week, "on 3 October". */
export function onDayText(day: Day, today: Day): string {
  const days = daysAfter(today, day)
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  return `on ${days > 1 && days < 7 ? weekdayName(day) : shortDayText(day, today)}`
}

function utc(day: Day): Date {
  return new Date(`${day}T00:00:00Z`)
}
