import { type Quarter, quarterAfter } from '@portal/contract/quarter'

/** A day as `YYYY-MM-DD`. */
export type Day = string

export function dayOf(moment: Date, timeZone: string): Day {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts }).format(moment)
}

export function day(year: number, month: number, date: number): Day {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
}

export function daysAfter(from: Day, days: number): Day {
  return new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** 0 is Sunday. */
export const weekdayOf = (of: Day): number => new Date(`${of}T00:00:00Z`).getUTCDay()

/** The nth weekday of a month: `nth(2026, 12, 4, 2)` is the second Thursday. */
export function nth(year: number, month: number, weekday: number, which: number): Day {
  const first = weekdayOf(day(year, month, 1))
  return day(year, month, 1 + ((weekday - first + 7) % 7) + (which - 1) * 7)
}

export const quarterKey = ({ year, quarter }: Quarter): string => `${year}-Q${quarter}`
export const quarterLabel = ({ year, quarter }: Quarter): string => `Q${quarter} ${year}`

/** The board meets on the second Thursday of a quarter's last month. */
export function usualMeeting({ year, quarter }: Quarter): Day {
  return nth(year, quarter * 3, 4, 2)
}

/**
 * The day of a quarter's board meeting for a portal created today: the usual day or, if that is over,
 * a later weekday of the quarter, so that a new portal has an upcoming meeting.
 */
export function meetingSeenFrom(today: Day, of: Quarter): Day {
  const usual = usualMeeting(of)
  if (usual > today) return usual
  const next = quarterAfter(of)
  const last = daysAfter(day(next.year, next.quarter * 3 - 2, 1), -1)
  for (const wait of [7, 6, 5, 8, 4, 3, 2]) {
    const later = daysAfter(today, wait)
    if (later <= last && weekdayOf(later) >= 1 && weekdayOf(later) <= 5) return later
  }
  return usual
}

/** The three months of the quarter that ends with the given month. */
export function monthsOfQuarter({ month }: { month: number }): number[] {
  return [month - 2, month - 1, month]
}
