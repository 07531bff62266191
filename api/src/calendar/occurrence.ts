import { daysLater, startOfDay } from '../zone-days.ts'
import type { CalendarEntry } from './calendar.ts'

/** One occurrence, with the moments it is judged by. */
export type Occurrence = { shown: CalendarEntry; start: Date; end: Date }

/** Whether any of it lies in `[from, to)`; one without a length is where it starts. */
export function touches({ start, end }: Pick<Occurrence, 'start' | 'end'>, from: Date, to: Date) {
  const isMoment = start.getTime() === end.getTime()
  return start < to && (isMoment ? start >= from : end > from)
}

export function soonestFirst(a: Occurrence, b: Occurrence): number {
  return a.start.getTime() - b.start.getTime() || (a.shown.id < b.shown.id ? -1 : 1)
}

/** Whether an event is over; one without a length is when its moment has passed, an all-day one with its day. */
export function hasEnded({ start, end }: CalendarEntry, now: Date, timeZone: string): boolean {
  const date = end?.date ?? (start.date === undefined ? undefined : daysLater(start.date, 1))
  if (date !== undefined) return (startOfDay(date, timeZone) ?? now) <= now
  const [first, last] = [start.dateTime, end?.dateTime].map((text) => Date.parse(text ?? ''))
  return last !== undefined && last > first! ? last <= now.getTime() : first! < now.getTime()
}
