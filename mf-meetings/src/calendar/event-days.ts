import { daysOf, isAllDay } from '@portal/domain/event-times'
import type { Day } from '@portal/domain/days'
import type { CalendarEvent } from '@portal/contract/calendar'
import { isIn, type Month } from '../shared/months.ts'

export type EventsByDay = ReadonlyMap<Day, CalendarEvent[]>

/** Events by each day they cover: all-day ones first, then by their start. */
export function eventsByDay(events: CalendarEvent[], timeZone: string): EventsByDay {
  const byDay = new Map<Day, CalendarEvent[]>()
  for (const event of events.toSorted(compareStarts)) {
    for (const day of daysOf(event, timeZone)) byDay.set(day, [...(byDay.get(day) ?? []), event])
  }
  return byDay
}

type Weeks = { weeks: Day[][]; month: Month; today: Day; events: EventsByDay }

/**
 * A week of the table: five weekdays, and the weekend days that have events or are today. A first
 * week whose weekdays all belong to the previous month is only shown for its weekend.
 */
export function tableWeeks({ weeks, month, today, events }: Weeks) {
  const shown = (day: Day) => events.has(day) || day === today
  return weeks
    .map((days) => ({ weekdays: days.slice(0, 5), weekend: days.slice(5).filter(shown) }))
    .filter(({ weekdays, weekend }) => [...weekdays, ...weekend].some((day) => isIn(month, day)))
}

/** An event of a weekend, and the days of the weekend that it covers. */
export type WeekendEvent = { event: CalendarEvent; days: Day[] }

/** A weekend's events, each once even if it covers both days. */
export function weekendEvents(weekend: Day[], events: EventsByDay): WeekendEvent[] {
  const days = new Map<string, WeekendEvent>()
  for (const day of weekend) {
    for (const event of events.get(day) ?? []) {
      const known = days.get(event.id)
      if (known) known.days.push(day)
      else days.set(event.id, { event, days: [day] })
    }
  }
  return [...days.values()]
}

/** "3 events", of those that a month shows as its own. */
export function countText(events: CalendarEvent[], month: Month, timeZone: string): string {
  const own = events.filter((event) => daysOf(event, timeZone).some((day) => isIn(month, day)))
  return `${own.length === 0 ? 'No' : own.length} ${own.length === 1 ? 'event' : 'events'}`
}

function compareStarts(a: CalendarEvent, b: CalendarEvent): number {
  if (isAllDay(a) !== isAllDay(b)) return isAllDay(a) ? -1 : 1
  const [first, second] = [startOf(a), startOf(b)]
  return first === second ? a.summary.localeCompare(b.summary) : first - second
}

function startOf({ start }: CalendarEvent): number {
  return Date.parse(start.dateTime ?? start.date ?? '')
}
