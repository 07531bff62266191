import { counted } from './counted.ts'
import { durationText } from './agenda-item.ts'
import { itemRuns, minutesOfClock, momentOfMinutes } from './agenda-times.ts'

type PlannedItem = { time?: string | undefined; duration: number; completed: boolean }
type Plan = {
  date?: string | undefined
  time: string
  endTime: string
  items: readonly PlannedItem[]
}

export type MeetingNow =
  /** The agenda has no date, or no times. */
  | { phase: 'unknown' }
  /** `minutes` until it starts. */
  | { phase: 'before'; minutes: number }
  /** Without an item if the agenda has none. */
  | { phase: 'running'; item?: CurrentItem }
  | { phase: 'after' }

export type CurrentItem = {
  index: number
  /** Until the item's planned end; negative if it is over. */
  minutesLeft: number
  /** How much of the item's time has passed, 0 to 1. */
  passed: number
}

type Span = { start: Date; end: Date }

const minute = 60_000
/** A meeting that takes longer than planned counts as running for another hour, in ms. */
const overrun = 60 * minute

/**
 * Where a meeting is by its plan, as the foundation's clocks show it. The current item is the one that started last; of
 * several that start together, the last one. If it is completed, it is the next one that isn't.
 */
export function meetingNow(plan: Plan, timeZone: string, now: Date): MeetingNow {
  const spans = itemSpans(plan, timeZone)
  const known = spans.filter((span) => span !== undefined)
  const planned = [plan.time, plan.endTime].map((clock) => {
    const minutes = minutesOfClock(clock)
    return minutes === undefined ? undefined : momentOfMinutes(plan.date, minutes, timeZone)
  })
  const starts = [planned[0], ...known.map(({ start }) => start)].filter(
    (date) => date !== undefined,
  )
  if (starts.length === 0) return { phase: 'unknown' }
  const start = Math.min(...starts.map(Number))
  const end = Math.max(...[...starts, planned[1], ...known.map((span) => span.end)].map(ms))
  if (now.getTime() < start) return { phase: 'before', minutes: minutesUntil(start, now) }
  if (now.getTime() >= end + overrun) return { phase: 'after' }
  if (plan.items.length === 0) return { phase: 'running' }
  const index = currentIndex(plan.items, spans, now)
  if (index === undefined) return { phase: 'after' }
  // From the meeting's first known start on, every item has a time.
  return { phase: 'running', item: { index, ...progress(spans[index]!, now) } }
}

/** "12 minutes left", "Time is up", "3 minutes over". */
export function timeLeftText(minutesLeft: number): string {
  if (minutesLeft === 0) return 'Time is up'
  return minutesLeft > 0 ? `${inWords(minutesLeft)} left` : `${inWords(-minutesLeft)} over`
}

/** "in 25 minutes". */
export function inMinutesText(minutes: number): string {
  return `in ${inWords(minutes)}`
}

function inWords(minutes: number): string {
  if (minutes >= 60) return durationText(minutes)
  return counted(minutes, 'minute')
}

/** When each item is planned, by the clocks of the zone; undefined if that can't be computed. */
function itemSpans({ date, time, items }: Plan, timeZone: string): (Span | undefined)[] {
  return itemRuns(time, items).map((run) => {
    const [start, end] = [run.start, run.end].map((minutes) =>
      minutes === undefined ? undefined : momentOfMinutes(date, minutes, timeZone),
    )
    return start && end && { start, end }
  })
}

function currentIndex(
  items: readonly PlannedItem[],
  spans: readonly (Span | undefined)[],
  now: Date,
): number | undefined {
  let planned: number | undefined
  for (const [index, span] of spans.entries()) {
    if (!span || span.start > now) continue
    if (planned === undefined || span.start >= spans[planned]!.start) planned = index
  }
  const from = planned ?? 0
  const next = items.findIndex(({ completed }, index) => index >= from && !completed)
  return next === -1 ? undefined : next
}

function progress(span: Span, now: Date): Omit<CurrentItem, 'index'> {
  const [start, end] = [span.start.getTime(), span.end.getTime()]
  const passed = end > start ? (now.getTime() - start) / (end - start) : 1
  return { minutesLeft: minutesUntil(end, now), passed: Math.min(1, Math.max(0, passed)) }
}

/** Minutes that have begun until a moment; those that have passed since it as a negative number. */
function minutesUntil(moment: number, now: Date): number {
  return Math.ceil((moment - now.getTime()) / minute) || 0
}

function ms(moment: Date | undefined): number {
  return moment?.getTime() ?? 0
}
