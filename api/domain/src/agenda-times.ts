import { clockText, minutesOfClock } from './clock-text.ts'
import { dayAfter, isDay } from './days.ts'
import { timeText, yourTimeText, zoneText } from './time-text.ts'
import { momentAt } from './zone-time.ts'

// Apart from the times of zones, which a small part of a page doesn't need.
export { clockText, minutesOfClock } from './clock-text.ts'

type TimedItem = { time?: string | undefined; duration: number }
type ItemRun = { start: number | undefined; end: number | undefined }
type MeetingSpan = { date?: string | undefined; time: string; endTime: string }

const unknownTime = 'TBD'
const dayMinutes = 24 * 60

/** Whether a meeting ends after it starts; true if either text isn't a time of day. */
export function endsAfterStart({ time, endTime }: { time: string; endTime: string }): boolean {
  const [start, end] = [minutesOfClock(time), minutesOfClock(endTime)]
  return start === undefined || end === undefined || end > start
}

/**
 * When each item begins (`HH:MM`): at its own time, otherwise when the previous one ends, the first with the meeting;
 * undefined if it can't be computed.
 */
export function startTimes(time: string, items: readonly TimedItem[]): (string | undefined)[] {
  return itemRuns(time, items).map(({ start }) =>
    start === undefined ? undefined : clockOf(start),
  )
}

/** The same in words: "9:10 AM", or "TBD". */
export function startTexts(time: string, items: readonly TimedItem[]): string[] {
  return startTimes(time, items).map((start) => clockText(start ?? unknownTime))
}

type Timed<Item> = { time: string; items: readonly Item[] }

/** When the last item ends, and how many minutes that is after `endTime`; undefined if it can't be computed. */
export function lastEnd({ time, endTime, items }: Timed<TimedItem> & { endTime: string }) {
  const end = itemRuns(time, items).at(-1)?.end
  const planned = minutesOfClock(endTime)
  if (end === undefined) return undefined
  return { time: clockOf(end), over: planned === undefined ? 0 : Math.max(0, end - planned) }
}

/** The items with consecutive start times, the first with the meeting; unchanged if the meeting has no time. */
export function consecutiveItems<Item extends TimedItem>({ time, items }: Timed<Item>) {
  let next = minutesOfClock(time)
  if (next === undefined) return [...items]
  return items.map((item) => {
    const start = clockOf(next!)
    next! += item.duration
    return { ...item, time: start }
  })
}

/**
 * The items with their own start times moved along with the start of the meeting, the first item's from `time`, so that
 * breaks between items stay. An item without its own time begins when the previous one ends. Times are left out if
 * either start isn't a time of day, and those that would be on another day.
 */
export function shiftedItems<Item extends TimedItem>({ time, items }: Timed<Item>, to: string) {
  const [from, start] = [itemRuns(time, items)[0]?.start, minutesOfClock(to)]
  return items.map((item) => {
    const own = minutesOfClock(item.time)
    const shifted =
      own === undefined || from === undefined || start === undefined ? -1 : own - from + start
    return { ...item, time: shifted < 0 || shifted >= dayMinutes ? '' : clockOf(shifted) }
  })
}

/** "9:00 AM – 12:00 PM PT", in the foundation's zone. Text in place of a time, as in old agendas, stays as it is. */
export function agendaSpan({ date, time, endTime }: MeetingSpan, timeZone: string): string {
  if (time.trim() === '') return unknownTime
  const end = endTime.trim() === '' ? '' : ` – ${clockText(endTime)}`
  const zone = zoneText(momentOf(date, time, timeZone) ?? new Date(), timeZone)
  return `${clockText(time)}${end} ${zone}`
}

/**
 * "(6:00 PM – 9:00 PM your time)", if the reader's clock shows another time. It needs the agenda's date, and an end
 * that isn't before the start.
 */
export function agendaReaderSpan(
  { date, time, endTime }: MeetingSpan,
  timeZone: string,
  readersZone: string,
): string | undefined {
  const [start, end] = [time, endTime].map((clock) => momentOf(date, clock, timeZone))
  if (!start || (end && end < start)) return undefined
  return yourTimeText(start, [timeZone, readersZone], (hourCycle) => {
    const [from, to] = [start, end].map((at) => at && timeText(at, readersZone, hourCycle))
    return to === undefined ? from! : `${from} – ${to}`
  })
}

function momentOf(date: string | undefined, time: string, timeZone: string): Date | undefined {
  const minutes = minutesOfClock(time)
  return minutes === undefined ? undefined : momentOfMinutes(date, minutes, timeZone)
}

/** The moment when a zone's clocks show minutes since midnight of a day, beyond 1440 those of the next day. */
export function momentOfMinutes(
  date: string | undefined,
  minutes: number,
  timeZone: string,
): Date | undefined {
  if (date === undefined || !isDay(date)) return undefined
  const day = dayAfter(date, Math.floor(minutes / dayMinutes))
  return momentAt(`${day}T${clockOf(minutes)}`, timeZone)
}

/**
 * When each item begins and ends, in minutes since midnight of the meeting's day; an item that ends after midnight ends
 * beyond 1440. Undefined if it can't be computed.
 */
export function itemRuns(time: string, items: readonly TimedItem[]): ItemRun[] {
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
