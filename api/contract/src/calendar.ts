import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** RFC 3339 with an offset for a timed event, `YYYY-MM-DD` for an all-day event (its end is exclusive). */
const moment = z.object({ dateTime: z.optional(z.string()), date: z.optional(z.string()) })

/** One occurrence; recurring events are expanded, each occurrence with its own id. */
export const calendarEvent = z.object({
  id: z.string(),
  summary: z.string(),
  start: moment,
  end: z.optional(moment),
  location: z.optional(z.string()),
  description: z.optional(z.string()),
  /** https only: the conference's video entry point, else the hangout link, else an address of a meeting service. */
  join_url: z.optional(z.string()),
  /** The zone of its times is unknown, so it has dates only. */
  timeUnconfirmed: z.optional(z.boolean()),
  /** Private or confidential: it has no title, place or description. */
  isPrivate: z.optional(z.boolean()),
  /** A board meeting that the calendar doesn't have: it is made from the published agenda. */
  fromAgenda: z.optional(z.boolean()),
  /**
   * The id of the meeting that it is, if that isn't a quarterly one, or an admin has matched it: it has the meeting's title,
   * times and place then.
   */
  meeting: z.optional(z.string()),
  /** The meeting's body, with `meeting`. */
  body: z.optional(z.object({ id: z.string(), name: z.string(), color: z.optional(z.string()) })),
  /** The meeting is cancelled; its title says so too. */
  cancelled: z.optional(z.boolean()),
})
export type CalendarEvent = z.infer<typeof calendarEvent>

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Not a date, such as 2026-11-20'))

export const listUpcomingEvents = endpoint({
  method: 'GET',
  path: '/api/calendar/events/upcoming',
  callers: 'members',
  summary: 'Events that have not ended, soonest first; includes meetings in progress.',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
    /** `false` leaves out private events, which nobody can prepare for. */
    private: z._default(z.enum(['true', 'false']), 'true'),
  }),
  reply: z.array(calendarEvent),
})

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/calendar/events',
  callers: 'members',
  summary: 'Events between `from` (inclusive) and `to` (exclusive), in the foundation’s zone.',
  query: z.object({ from: day, to: day }),
  reply: z.array(calendarEvent),
})

const eventParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(500)) })

export const getEvent = endpoint({
  method: 'GET',
  path: '/api/calendar/events/{id}',
  callers: 'members',
  summary: 'One event by its id.',
  params: eventParams,
  reply: calendarEvent,
})

/** For "Add to calendar": an iCalendar file. The cookie suffices, so that a plain link works. */
export const downloadEvent = endpoint({
  method: 'GET',
  path: '/api/calendar/events/{id}/ics',
  callers: 'members',
  summary: 'One event as an iCalendar file.',
  params: eventParams,
  bytes: { type: 'text/calendar' },
})

/** Something in the calendar that can't be read, or only in part. */
export const calendarProblem = z.object({
  /** The line of the calendar's file, from 1; absent if the calendar isn't a file. */
  line: z.optional(z.number()),
  /** The event's title, or "Busy" if it is private; absent if it isn't known. */
  event: z.optional(z.string()),
  message: z.string(),
})
export type CalendarProblem = z.infer<typeof calendarProblem>

export const calendarProblemsLimit = 200

export const listCalendarProblems = endpoint({
  method: 'GET',
  path: '/api/calendar/problems',
  callers: 'admins',
  summary: 'What can’t be read in the calendar, the first 200; for admins.',
  reply: z.object({
    problems: z.array(calendarProblem),
    /** How many there are in total. */
    total: z.number(),
  }),
})
