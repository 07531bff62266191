import * as z from 'zod/mini'
import { dateFormat } from './date-format.ts'

/** A calendar quarter, 1 to 4. */
export type Quarter = { year: number; quarter: number }

const whole = z.coerce.number().check(z.int())
export const year = whole.check(z.gte(1970), z.lte(2100))
export const quarterNumber = whole.check(z.gte(1), z.lte(4))
export const quarterParams = z.object({ year, quarter: quarterNumber })

/** The quarter of a moment as the foundation's clocks show it. */
export function quarterOf(moment: Date, timeZone: string): Quarter {
  const parts = dateFormat({ timeZone, year: 'numeric', month: 'numeric' })
  const named = Object.fromEntries(
    parts.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  return { year: named.year!, quarter: Math.ceil(named.month! / 3) }
}

/** The quarter of a date `YYYY-MM-DD`, read by its parts; undefined where it is none of 1970 to 2100. */
export function quarterOfDate(date: string): Quarter | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)?.slice(1).map(Number)
  if (!parts) return undefined
  const [year, month, day] = parts as [number, number, number]
  const found = new Date(Date.UTC(year, month - 1, day))
  const isReal = found.getUTCMonth() === month - 1 && found.getUTCDate() === day
  return isReal && year >= 1970 && year <= 2100
    ? { year, quarter: Math.ceil(month / 3) }
    : undefined
}

/** The quarter `count` quarters later (earlier when negative). */
export function quarterAfter({ year, quarter }: Quarter, count = 1): Quarter {
  const index = year * 4 + (quarter - 1) + count
  return { year: Math.floor(index / 4), quarter: (((index % 4) + 4) % 4) + 1 }
}

/** Negative when `a` is before `b`. */
export function compareQuarters(a: Quarter, b: Quarter): number {
  return a.year * 4 + a.quarter - (b.year * 4 + b.quarter)
}

/** The quarter named by a URL's parts, or undefined when they name none (`3` and `Q3` both do). */
export function parseQuarter(yearText: string | undefined, quarterText: string | undefined) {
  const parsed = z.safeParse(quarterParams, {
    year: /^\d{4}$/.test(yearText ?? '') ? yearText : undefined,
    quarter: /^[Qq]?([1-4])$/.exec(quarterText ?? '')?.[1],
  })
  return parsed.success ? parsed.data : undefined
}

/** The years a selector offers, newest first: the current and the previous one, and the others once each. */
export function offeredYears(current: number, others: Iterable<number>): number[] {
  return [...new Set([current, current - 1, ...others])].toSorted((a, b) => b - a)
}
