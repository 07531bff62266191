import { type Day, dayAfter, monthName, weekdayOf } from '@portal/domain/days'

/** A month of a year, 1 to 12. */
export type Month = { year: number; month: number }

/** The month in `YYYY-MM`, or undefined if it is invalid or outside 1970–2100. */
export function parseMonth(text: string | null): Month | undefined {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(text ?? '') ?? []
  const parsed = { year: Number(year), month: Number(month) }
  const shown =
    parsed.year >= 1970 && parsed.year <= 2100 && parsed.month >= 1 && parsed.month <= 12
  return shown ? parsed : undefined
}

/** `YYYY-MM`. */
export function monthKey({ year, month }: Month): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

export function monthOfDay(day: Day): Month {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) }
}

export function monthAfter({ year, month }: Month, count = 1): Month {
  const index = year * 12 + (month - 1) + count
  return { year: Math.floor(index / 12), month: (index % 12) + 1 }
}

/** "December 2026". */
export function monthText(month: Month): string {
  return `${monthName(firstDay(month))} ${month.year}`
}

/** The weeks of a month, Monday to Sunday, including days of the neighboring months. */
export function weeksOf(month: Month): Day[][] {
  const next = firstDay(monthAfter(month))
  const weeks: Day[][] = []
  let monday = dayAfter(firstDay(month), 1 - weekdayOf(firstDay(month)))
  while (monday < next) {
    const start = monday
    weeks.push(Array.from({ length: 7 }, (_, index) => dayAfter(start, index)))
    monday = dayAfter(monday, 7)
  }
  return weeks
}

export function isIn(month: Month, day: Day): boolean {
  return day.startsWith(monthKey(month))
}

function firstDay(month: Month): Day {
  return `${monthKey(month)}-01`
}
