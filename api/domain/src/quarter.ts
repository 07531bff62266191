import * as z from 'zod/mini'
import { type Day, dayOf, isDay } from './days.ts'

/** A calendar quarter, 1 to 4. */
export type Quarter = { year: number; quarter: number }

const whole = z.coerce.number().check(z.int())
export const quarterYear = whole.check(z.gte(1970), z.lte(2100))
export const quarterNumber = whole.check(z.gte(1), z.lte(4))
export const quarterParams = z.object({ year: quarterYear, quarter: quarterNumber })

/** The quarter of a moment as the foundation's clocks show it. */
export function quarterOf(moment: Date, timeZone: string): Quarter {
  return quarterOfParts(dayOf(moment, timeZone))
}

/** Today's quarter, as the foundation's clocks show it. */
export function currentQuarter(timeZone: string): Quarter {
  return quarterOf(new Date(), timeZone)
}

/** The quarter of a date `YYYY-MM-DD`, read by its parts; undefined outside 1970 to 2100. */
export function quarterOfDate(date: string): Quarter | undefined {
  return isDay(date) ? quarterOfParts(date) : undefined
}

/** `YYYY-MM-DD`: the first day of the quarter's first month. */
export function firstDayOf({ year, quarter }: Quarter): Day {
  return `${year}-${String(quarter * 3 - 2).padStart(2, '0')}-01`
}

/** `Q4 2026`, as headings and questions name a quarter. */
export function quarterName({ year, quarter }: Quarter): string {
  return `Q${quarter} ${year}`
}

/** The address of a quarter's materials: `/meetings/2026/q/4`. */
export function quarterPath({ year, quarter }: Quarter): string {
  return `/meetings/${year}/q/${quarter}`
}

/** A quarter's default meeting title. */
export function meetingName(quarter: Quarter): string {
  return `${quarterName(quarter)} Board Meeting`
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

/** Parses a quarter from a URL's parts, `3` or `Q3`; undefined if they are invalid. */
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

function quarterOfParts(day: Day): Quarter {
  return { year: Number(day.slice(0, 4)), quarter: Math.ceil(Number(day.slice(5, 7)) / 3) }
}
