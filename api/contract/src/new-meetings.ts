import { bodyLimits } from '@portal/domain/bodies'
import { anyMeetingId } from '@portal/domain/meeting-ref'
import { meetingKinds, meetingStages } from '@portal/domain/meeting-stages'
import * as z from 'zod/mini'
import { agenda, agendaLimits } from './agendas.ts'
import { calendarEvent } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import { shortText } from './texts.ts'

const text = z.optional(z.string().check(z.maxLength(20)))

/**
 * Creates a meeting that isn't a quarterly one, with an empty draft of its agenda, in preparation. Its id is made from the
 * date and the body, and never changes. A request with a key that a meeting has already gets that meeting.
 */
export const createMeeting = endpoint({
  method: 'POST',
  path: '/api/meetings',
  callers: 'admins',
  summary: 'Creates a meeting of a body, in preparation.',
  body: z.object({
    /** A random UUID, which becomes the meeting's permanent key. */
    key: z.uuid(),
    body: z.string().check(z.maxLength(bodyLimits.id)),
    kind: z.enum(meetingKinds),
    /** `YYYY-MM-DD` */
    date: z.string().check(z.maxLength(10)),
    /** By default the body's name with the kind of meeting. */
    title: z.optional(shortText(agendaLimits.title)),
    /** `HH:MM` in the foundation's zone. */
    time: text,
    endTime: text,
    location: z.optional(shortText(agendaLimits.location)),
  }),
  reply: agenda,
  fresh: 'content',
})

/**
 * `planned → called → running → held → closed`, or `cancelled` from the first two. A cancelled meeting keeps everything,
 * and can be planned again. The revision is that of its agenda.
 */
export const setMeetingStage = endpoint({
  method: 'PUT',
  path: '/api/meetings/{meeting}/stage',
  callers: 'admins',
  summary: 'Moves a meeting to another stage, such as cancelled.',
  params: z.object({ meeting: anyMeetingId }),
  body: z.object({ stage: z.enum(meetingStages) }),
  reply: agenda,
  revised: true,
  fresh: 'content',
})

/**
 * Confirms that an event of the calendar is the meeting's, or that it isn't any more (without `event`). `adopt` settles
 * what differs: `event` gives the meeting the event's day, times and place; `meeting` keeps the meeting's until the event
 * changes. The event stays as it is in the calendar. The revision is that of the meeting's agenda.
 */
export const adoptEvent = endpoint({
  method: 'PUT',
  path: '/api/meetings/{meeting}/event',
  callers: 'admins',
  summary: 'Matches an event of the calendar to a meeting, and settles what differs.',
  params: z.object({ meeting: anyMeetingId }),
  body: z.object({
    event: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
    adopt: z.optional(z.enum(['event', 'meeting'])),
    /** Whether only the meeting's readers see the event. */
    limited: z.optional(z.boolean()),
  }),
  reply: agenda,
  revised: true,
  fresh: 'content',
})

/** A meeting and the event of the calendar that is the same, or may be. */
export const eventMatch = z.object({
  /** The meeting's id, title, day, times and place. */
  meeting: z.object({
    id: z.string(),
    title: z.string(),
    date: z.optional(z.string()),
    time: z.string(),
    endTime: z.string(),
    location: z.optional(z.string()),
    revision: z.number(),
  }),
  event: calendarEvent,
  /** Whether an admin has confirmed it; otherwise they have the same day and title. */
  confirmed: z.boolean(),
  /** What differs and isn't settled. */
  differs: z.array(z.enum(['date', 'time', 'location'])),
  /** Only the meeting's readers see the event. */
  limited: z.boolean(),
})
export type EventMatch = z.infer<typeof eventMatch>

export const listEventMatches = endpoint({
  method: 'GET',
  path: '/api/calendar/matches',
  callers: 'admins',
  summary: 'The coming meetings that have an event of the calendar, or may have; at most 200.',
  reply: z.object({ matches: z.array(eventMatch) }),
})
