import type { calendar_v3 } from '@googleapis/calendar'
import { dayAfter } from '@portal/domain/days'
import { momentAt, startOfDay, withOffset } from '@portal/domain/zone-time'

export type BookEvent = calendar_v3.Schema$Event & { id: string }

/** A calendar's events as Google stores them: single events, series, and exceptions to a series. */
export type CalendarBook = ReturnType<typeof calendarBook>

/** Maximum number of occurrences of an unlimited series. */
const maxInstances = 730

export function calendarBook(timeZone: string) {
  const events = new Map<string, BookEvent>()
  /** The ids that each change affected, in order; a sync token is a position in it. */
  const log: Set<string>[] = []

  const instances = (): Map<string, BookEvent> => {
    const byId = new Map<string, BookEvent>()
    for (const event of events.values()) {
      for (const instance of event.recurrence ? expanded(event, timeZone) : [event])
        byId.set(instance.id, instance)
    }
    // An exception replaces the regular occurrence, and is removed with its series.
    for (const event of events.values()) {
      if (event.recurringEventId && !events.has(event.recurringEventId)) byId.delete(event.id)
      else if (event.recurringEventId) byId.set(event.id, event)
    }
    return byId
  }
  const change = (work: () => void) => {
    const before = instances()
    work()
    const after = instances()
    const touched = [...new Set([...before.keys(), ...after.keys()])].filter(
      (id) => before.get(id) === undefined || !isSame(before.get(id), after.get(id)),
    )
    log.push(new Set(touched))
  }

  return {
    timeZone,
    log,
    instances,
    series: () => [...events.values()],
    put: (...added: BookEvent[]) =>
      change(() => {
        for (const event of added) events.set(event.id, { status: 'confirmed', ...event })
      }),
    replace: (...others: BookEvent[]) =>
      change(() => {
        events.clear()
        for (const event of others) events.set(event.id, { status: 'confirmed', ...event })
      }),
    cancel: (id: string) =>
      change(() => {
        const event = events.get(id) ?? instances().get(id)
        if (!event?.recurringEventId) events.delete(id)
        else events.set(id, { ...event, status: 'cancelled' })
      }),
  }
}

/** An event's start and end in the calendar's own zone. */
export function momentsOf(event: BookEvent, timeZone: string): [Date, Date] {
  const { start, end } = event
  return [momentOf(start, timeZone), momentOf(end ?? start, timeZone)]
}

function momentOf(time: calendar_v3.Schema$EventDateTime | undefined, timeZone: string): Date {
  const start = time?.date && startOfDay(time.date, timeZone)
  return start || new Date(time?.dateTime ?? NaN)
}

/** Occurrences of `FREQ=DAILY` or `WEEKLY`, with INTERVAL, COUNT and EXDATE, at the same local time. */
function expanded(series: BookEvent, timeZone: string): BookEvent[] {
  const { recurrence, ...event } = series
  const rule = recurrence?.find((line) => line.startsWith('RRULE:')) ?? ''
  const of = (name: string) => new RegExp(`${name}=([^;]+)`).exec(rule)?.[1]
  const step = Number(of('INTERVAL') ?? 1) * (of('FREQ') === 'WEEKLY' ? 7 : 1)
  const count = Math.min(Number(of('COUNT') ?? maxInstances), maxInstances)
  const zone = series.start?.timeZone ?? timeZone
  const excepted = (recurrence ?? []).flatMap((line) =>
    line.startsWith('EXDATE') ? line.replace(/^[^:]*:/, '').split(',') : [],
  )
  return Array.from({ length: count }, (_, n) => {
    const start = later(series.start, n * step, zone)
    const end = later(series.end, n * step, zone)
    return {
      ...event,
      id: `${series.id}_${stampOf(start)}`,
      recurringEventId: series.id,
      originalStartTime: start,
      start,
      end,
    }
  }).filter(({ start }) => !excepted.includes(localStamp(start, zone)))
}

function later(
  time: calendar_v3.Schema$EventDateTime | undefined,
  days: number,
  zone: string,
): calendar_v3.Schema$EventDateTime {
  if (time?.date) return { date: dayAfter(time.date, days) }
  const local = withOffset(new Date(time?.dateTime ?? NaN), zone)
  const moved = `${dayAfter(local.slice(0, 10), days)}${local.slice(10, 19)}`
  return { dateTime: withOffset(momentAt(moved, zone)!, zone), timeZone: zone }
}

/** The suffix of an occurrence's id: `20261109T170000Z` or `20261109`. */
function stampOf({ date, dateTime }: calendar_v3.Schema$EventDateTime): string {
  if (date) return date.replaceAll('-', '')
  return `${new Date(dateTime ?? NaN).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function localStamp({ date, dateTime }: calendar_v3.Schema$EventDateTime, zone: string): string {
  if (date) return date.replaceAll('-', '')
  return withOffset(new Date(dateTime ?? NaN), zone)
    .slice(0, 19)
    .replaceAll(/[-:]/g, '')
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
