import { minutesOfClock } from './agenda-times.ts'

type Schedule = {
  /** The meeting's own times. */
  time: string
  endTime: string
  items: readonly { time?: string | undefined; duration: number }[]
}

/** What is odd about when an item takes place. `minutes` is how much; `after` is another item's index. */
export type ScheduleIssue =
  /** It starts before an earlier item ends. */
  | { kind: 'overlap'; minutes: number; after: number }
  /** It starts some time after the earlier items end, the first one after the meeting's start. */
  | { kind: 'gap'; minutes: number; after?: number }
  /** It starts before the meeting. */
  | { kind: 'early'; minutes: number }
  /** It ends after the meeting. */
  | { kind: 'late'; minutes: number }

/**
 * The issues of each item, in the items' order. An item without its own time starts when the previous one ends, so it
 * can only be late. Times that can't be computed have no issues.
 */
export function scheduleIssues({ time, endTime, items }: Schedule): ScheduleIssue[][] {
  const [begin, end] = [minutesOfClock(time), minutesOfClock(endTime)]
  const planned = begin !== undefined && end !== undefined && end > begin ? end : undefined
  let last: { end: number; after?: number } | undefined =
    begin === undefined ? undefined : { end: begin }
  let next = begin
  return items.map((item, index) => {
    const own = minutesOfClock(item.time)
    const start = own === undefined ? next : nearest(own, next)
    if (start === undefined) return []
    const issues = own === undefined ? [] : startIssues(start, last)
    next = start + item.duration
    if (planned !== undefined && next > planned) {
      issues.push({ kind: 'late', minutes: next - planned })
    }
    // An item of no length that starts with the meeting precedes nothing yet.
    if (last?.after === undefined || next >= last.end) last = { end: next, after: index }
    return issues
  })
}

function startIssues(
  start: number,
  last: { end: number; after?: number } | undefined,
): ScheduleIssue[] {
  if (last === undefined || start === last.end) return []
  const { end, after } = last
  if (start > end) {
    return [{ kind: 'gap', minutes: start - end, ...(after === undefined ? {} : { after }) }]
  }
  if (after === undefined) return [{ kind: 'early', minutes: end - start }]
  return [{ kind: 'overlap', minutes: end - start, after }]
}

const day = 24 * 60

/** A time of day, on the next day if that is closer to `reference`: meetings may continue past midnight. */
function nearest(time: number, reference: number | undefined): number {
  if (reference === undefined) return time
  return time + day * Math.max(0, Math.round((reference - time) / day))
}
