import { testApi } from '@portal/api/testing'
import type { CalendarEvent } from '@portal/contract/calendar'

/** A calendar with these events; `fails` makes it unreachable until it is set to false again. */
export function calendarOf(events: CalendarEvent[]) {
  const calendar = {
    fails: false,
    between: async (from: Date, to: Date) => {
      if (calendar.fails) throw new Error('The calendar is down')
      return events.filter(({ start, end }) => {
        const first = Date.parse(start.dateTime ?? start.date!)
        const last = Date.parse(end?.dateTime ?? end?.date ?? start.dateTime ?? start.date!)
        return first < to.getTime() && last >= from.getTime()
      })
    },
    byId: async (id: string) => events.find((event) => event.id === id),
  }
  return calendar
}

/** The real API in memory over a calendar. */
export function apiWith(calendar: ReturnType<typeof calendarOf>) {
  return testApi({ ports: { calendar } })
}

/** happy-dom's own way to another screen size. */
export function resizeTo(width: number): void {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport: (size: { width: number; height: number }) => void }
  }
  happyDOM.setViewport({ width, height: 900 })
}
