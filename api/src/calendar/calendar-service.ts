import type { CalendarEvent } from '@portal/contract/calendar'
import type { Person } from '@portal/contract/portal'
import { Refusal } from '../refusal.ts'
import { startOfDay } from '../zone-days.ts'
import type { Calendar, CalendarEntry } from './calendar.ts'

export type CalendarService = {
  /** What somebody attends and hasn't ended yet, soonest first. */
  upcoming: (person: Person, limit: number) => Promise<CalendarEvent[]>
  /** What touches the days from `from` up to and without `to`. */
  between: (person: Person, from: string, to: string) => Promise<CalendarEvent[]>
  get: (person: Person, id: string) => Promise<CalendarEvent>
}

/** How far ahead events are looked for, in days: most calls are answered by the coming weeks. */
const horizons = [35, 200, 800]
/** The longest span one call may ask for, in days. */
const longestSpan = 400
const day = 24 * 60 * 60 * 1000

/** Every member sees the board's calendar. */
export function createCalendarService({
  calendar,
  now,
  timeZone,
}: {
  calendar: Calendar
  now: () => Date
  timeZone: string
}): CalendarService {
  return {
    async upcoming(_, limit) {
      const from = now()
      let events: CalendarEvent[] = []
      for (const horizon of horizons) {
        const until = new Date(from.getTime() + horizon * day)
        events = (await calendar.between(from, until)).filter(isAttended)
        if (events.length >= limit) break
      }
      return events.slice(0, limit)
    },
    async between(_, from, to) {
      const [start, end] = [startOfDay(from, timeZone), startOfDay(to, timeZone)]
      if (!start || !end) {
        throw new Refusal('badRequest', `${start ? to : from} is not a date.`)
      }
      if (from >= to) throw new Refusal('badRequest', 'The first day must be before the last.')
      if (end.getTime() - start.getTime() > longestSpan * day + day / 2) {
        throw new Refusal('badRequest', `At most ${longestSpan} days can be asked for at once.`)
      }
      return calendar.between(start, end)
    },
    async get(_, id) {
      const found = await calendar.byId(id)
      if (!found) throw new Refusal('notFound', 'Event not found')
      return found
    },
  }
}

/**
 * An all-day note such as "Office closed" is nobody's next meeting. One with a place or a way to join is: the
 * calendars people use mark every all-day event as free unless told otherwise.
 */
function isAttended({ isFree, start, location, join_url }: CalendarEntry): boolean {
  const isNote = isFree && start.date !== undefined
  return !isNote || location !== undefined || join_url !== undefined
}
