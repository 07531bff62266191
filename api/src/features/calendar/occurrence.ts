import type { CalendarEntry } from './calendar.ts'

/** One occurrence, with its moments for comparisons. */
export type Occurrence = { shown: CalendarEntry; start: Date; end: Date }

/** Whether it overlaps `[from, to)`; one without a duration counts at its start. */
export function overlaps({ start, end }: Pick<Occurrence, 'start' | 'end'>, from: Date, to: Date) {
  const isMoment = start.getTime() === end.getTime()
  return start < to && (isMoment ? start >= from : end > from)
}

export function soonestFirst(a: Occurrence, b: Occurrence): number {
  return a.start.getTime() - b.start.getTime() || (a.shown.id < b.shown.id ? -1 : 1)
}
