import { type Day, dayAfter, weekdayOf } from '@portal/domain/days'
import { firstDayOf, type Quarter, quarterAfter } from '@portal/domain/quarter'

export function day(year: number, month: number, date: number): Day {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
}

/** The nth weekday of a month, 1 for Monday: `nth(2026, 12, 4, 2)` is the second Thursday. */
export function nth(year: number, month: number, weekday: number, which: number): Day {
  const first = weekdayOf(day(year, month, 1))
  return day(year, month, 1 + ((weekday - first + 7) % 7) + (which - 1) * 7)
}

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
  const last = dayAfter(firstDayOf(next), -1)
  for (const wait of [7, 6, 5, 8, 4, 3, 2]) {
    const later = dayAfter(today, wait)
    if (later <= last && weekdayOf(later) >= 1 && weekdayOf(later) <= 5) return later
  }
  return usual
}

/** The three months of the quarter that ends with the given month. */
export function monthsOfQuarter({ month }: { month: number }): number[] {
  return [month - 2, month - 1, month]
}
