import type { TestApi } from '@portal/api/testing'
import type { CalendarEvent } from '@portal/contract/calendar'
import { mapSlot } from '@portal/remote-kit/testing'

/** A calendar with these events; `fails` makes it unreachable until it is set to false again. */
export function calendarOf(events: CalendarEvent[]) {
  const calendar = {
    fails: false,
    /** How often it has been read. */
    requests: 0,
    between: async (from: Date, to: Date) => {
      calendar.requests += 1
      if (calendar.fails) throw new Error('The calendar is down')
      return events.filter(({ start, end }) => {
        const first = Date.parse(start.dateTime ?? start.date!)
        const last = Date.parse(end?.dateTime ?? end?.date ?? start.dateTime ?? start.date!)
        return first < to.getTime() && last >= from.getTime()
      })
    },
    byId: async (id: string) => events.find((event) => event.id === id),
    problems: async () => [],
  }
  return calendar
}

/**
 * Stores a native agenda of the fourth quarter of 2026; `leadToAgenda` makes it visible to members.
 */
export async function keepAgenda(
  api: TestApi,
  fields: Record<string, unknown> = {},
): Promise<void> {
  await api.ports.store.create('agendas', '2026-Q4', {
    status: 'published',
    title: 'Q4 2026 Board Meeting',
    date: '2026-12-10',
    time: '09:00',
    endTime: '12:00',
    location: 'Larkspur House',
    items: [
      { id: 'welcome', title: 'Welcome and quorum', duration: 10, speaker: 'Chair' },
      { id: 'budget', title: 'Budget vs Actual', duration: 30, description: longText },
      { id: 'break', title: '', duration: 15, completed: true },
    ],
    ...fields,
  })
}

/** Makes the native agenda the source of the quarter's agenda. */
export async function leadToAgenda(api: TestApi): Promise<void> {
  await mapSlot(api, 'meeting-2026-q4-agenda', { mode: 'native' })
}

export const longText =
  'Nine-month results and the year-end forecast, with the two grants that move into the fourth quarter, ' +
  'the cost of the spring convening, and the question of whether the reserve is to be drawn on ' +
  'before the year ends.'

/** Changes the screen size in happy-dom. */
export function resizeTo(width: number): void {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport: (size: { width: number; height: number }) => void }
  }
  happyDOM.setViewport({ width, height: 900 })
}
