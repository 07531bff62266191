import type { Agenda, AgendaItem } from '@portal/contract/agendas'
import { clocksDiffer, momentOf, readerHourCycle, timeText, zoneText } from './clock-times.ts'
import { dayOf, shortWeekdayName } from './days.ts'

/** An item with the time at which it begins: "9:10 AM", or 'TBD' when that can't be known. */
export type TimedItem = { item: AgendaItem; starts: string }

const unknownTime = 'TBD'

/** Running times: an item begins at its own time, else when the one before it ends, the first with the meeting. */
export function runningTimes({ time, items }: Pick<Agenda, 'time' | 'items'>): TimedItem[] {
  let next = minutesOf(time)
  return items.map((item) => {
    const start = minutesOf(item.time) ?? next
    next = start === undefined ? undefined : start + item.duration
    return { item, starts: start === undefined ? unknownTime : clockText(start) }
  })
}

/** "9:00 AM – 12:00 PM PT", in the foundation's zone. */
export function agendaSpan({ date, time, endTime }: Agenda, timeZone: string): string {
  const [start, end] = [minutesOf(time), minutesOf(endTime)]
  if (start === undefined) return unknownTime
  const zone = zoneText(startOf(date, time, timeZone) ?? new Date(), timeZone)
  return `${clockText(start)}${end === undefined ? '' : ` – ${clockText(end)}`} ${zone}`
}

/** "(18:00 – 21:00 your time)", where the reader's clock shows another time; needs the agenda's date. */
export function agendaReaderSpan(
  { date, time, endTime }: Agenda,
  timeZone: string,
  readersZone: string,
): string | undefined {
  const start = startOf(date, time, timeZone)
  if (!start || !clocksDiffer(start, timeZone, readersZone)) return undefined
  const end = startOf(date, endTime, timeZone)
  const text = (moment: Date) => timeText(moment, readersZone, readerHourCycle())
  const readersDay = dayOf(start, readersZone)
  const day = readersDay === date ? '' : `${shortWeekdayName(readersDay)} `
  return `(${day}${text(start)}${end ? ` – ${text(end)}` : ''} your time)`
}

/** "3 h", "45 min", "2 h 30 min". */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(' ')
}

function startOf(date: string | undefined, time: string, timeZone: string): Date | undefined {
  return date && minutesOf(time) !== undefined ? momentOf(date, time, timeZone) : undefined
}

function minutesOf(time: string | undefined): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time ?? '') ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

function clockText(minutes: number): string {
  const hours = Math.floor(minutes / 60) % 24
  const past = String(minutes % 60).padStart(2, '0')
  return `${hours % 12 || 12}:${past} ${hours < 12 ? 'AM' : 'PM'}`
}
