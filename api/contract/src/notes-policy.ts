import { otherMeetingId } from '@portal/domain/meeting-ref'
import { quarterNumber, quarterYear } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { longText } from './texts.ts'

/** How many days before notes are destroyed their owners are notified, and the least time after a change of the policy. */
export const destructionNoticeDays = 7

export const noteHoldLimits = { holds: 100, reason: 500 } as const

/** Keeps notes from being destroyed: those on the papers of a quarter, or all without one. */
export const noteHold = z.object({
  quarter: z.optional(z.object({ year: quarterYear, quarter: quarterNumber })),
  reason: longText(noteHoldLimits.reason).check(z.trim(), z.minLength(1)),
})
export type NoteHold = z.infer<typeof noteHold>

/** The same for the papers of a meeting that isn't a quarterly one. */
export const meetingHold = z.object({ meeting: otherMeetingId, reason: noteHold.shape.reason })
export type MeetingHold = z.infer<typeof meetingHold>

/** A meeting that isn't a quarterly one: its id, and what lists call it. */
const namedMeeting = z.object({ id: z.string(), name: z.string() })

const heldSince = {
  reason: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** An e-mail address, for admins. */
  by: z.optional(z.string()),
  /** The admin who answers for it now, if another one; for admins. */
  owner: z.optional(z.string()),
}

/** When notes are destroyed, for members to see. Off by default. */
export const notesPolicy = z.object({
  /** Days after the meeting; absent while notes are kept until their owners remove them. */
  days: z.optional(z.number()),
  /** `YYYY-MM-DD`: nothing is destroyed before, because the policy was changed. */
  notBefore: z.optional(z.string()),
  holds: z.array(
    z.object({
      quarter: z.optional(z.object({ year: z.number(), quarter: z.number() })),
      ...heldSince,
    }),
  ),
  /** Those on meetings that the caller may see; absent without any. */
  meetingHolds: z.optional(z.array(z.object({ meeting: namedMeeting, ...heldSince }))),
  /** The quarters whose notes are destroyed within the days of the notice, the next first. */
  coming: z.array(z.object({ year: z.number(), quarter: z.number(), on: z.string() })),
  /** The other meetings of which the same is true; absent without any. */
  comingMeetings: z.optional(z.array(z.object({ meeting: namedMeeting, on: z.string() }))),
  /** Absent until it was saved for the first time. */
  revision: z.optional(z.number()),
})
export type NotesPolicy = z.infer<typeof notesPolicy>

export const getNotesPolicy = endpoint({
  method: 'GET',
  path: '/api/notes/policy',
  callers: 'members',
  summary:
    'When notes are destroyed, what keeps them from it and why, and the meetings whose notes are next.',
  reply: notesPolicy,
})

/**
 * A rule that destroys earlier, and the end of a hold, give notice: nothing is destroyed in the days that follow. A hold
 * with the same meeting and reason keeps its time and author.
 */
export const saveNotesPolicy = endpoint({
  method: 'PUT',
  path: '/api/notes/policy',
  callers: 'admins',
  summary:
    'Says how many days after the meeting notes on its papers are destroyed, or that they aren’t, and which are on hold; for admins. Recorded in the audit.',
  body: z.object({
    /** Absent to keep notes until their owners remove them. */
    days: z.optional(z.number().check(z.int(), z.gte(1), z.lte(3650))),
    holds: z.array(noteHold).check(z.maxLength(noteHoldLimits.holds)),
    /** Absent to leave them as they are. */
    meetingHolds: z.optional(z.array(meetingHold).check(z.maxLength(noteHoldLimits.holds))),
  }),
  reply: notesPolicy,
  revised: true,
  fresh: true,
})
