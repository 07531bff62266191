import { minutesOfClock } from '@portal/domain/agenda-times'
import type { AgendaDraft } from './draft/agenda-draft.ts'

/** The agenda whose items begin one after the other, the first with the meeting. */
export function followDurations(draft: AgendaDraft): AgendaDraft {
  let next = minutesOfClock(draft.time)
  if (next === undefined) return draft
  const items = draft.items.map((item) => {
    const time = clockOf(next!)
    next! += item.duration
    return { ...item, time }
  })
  return { ...draft, items }
}

type Timed = { time?: string | undefined; duration: number }

/**
 * When each item begins (`HH:MM`): at its own time, else when the one before it ends, the first with the meeting;
 * undefined where that can't be known.
 */
export function startTimes(time: string, items: readonly Timed[]): (string | undefined)[] {
  return runs(time, items).map(({ start }) => (start === undefined ? undefined : clockOf(start)))
}

/** When the last item ends, and by how many minutes that is after `endTime`; undefined where nothing is known. */
export function lastEnd({ time, endTime, items }: AgendaDraft) {
  const end = runs(time, items).at(-1)?.end
  const planned = minutesOfClock(endTime)
  if (end === undefined) return undefined
  return { time: clockOf(end), over: planned === undefined ? 0 : Math.max(0, end - planned) }
}

export function totalMinutes(items: readonly Timed[]): number {
  return items.reduce((sum, { duration }) => sum + duration, 0)
}

/** `9:05 AM` for `09:05`; what is no time stays as it is. */
export function clockText(time: string): string {
  const minutes = minutesOfClock(time)
  if (minutes === undefined) return time
  const hours = Math.floor(minutes / 60)
  const past = String(minutes % 60).padStart(2, '0')
  return `${hours % 12 || 12}:${past} ${hours < 12 ? 'AM' : 'PM'}`
}

/** `3 h`, `45 min`, `2 h 30 min`. */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(' ')
}

export function isClockTime(text: string): boolean {
  return minutesOfClock(text) !== undefined
}

function runs(time: string, items: readonly Timed[]) {
  let next = minutesOfClock(time)
  return items.map((item) => {
    const start = minutesOfClock(item.time) ?? next
    next = start === undefined ? undefined : start + item.duration
    return { start, end: next }
  })
}

function clockOf(minutes: number): string {
  const hours = Math.floor(minutes / 60) % 24
  return `${String(hours).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
