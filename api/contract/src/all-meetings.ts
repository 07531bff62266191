import { anyMeetingId } from '@portal/domain/meeting-ref'
import { meetingKinds, meetingLimits, meetingStages } from '@portal/domain/meeting-stages'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A meeting of any body, as a list shows it. */
export const listedMeeting = z.object({
  /** `2026-Q4`, or `2026-11-12-finance`. */
  id: z.string(),
  body: z.object({
    id: z.string(),
    name: z.string(),
    /** A word such as `green`; always shown with the body's name. */
    color: z.optional(z.string()),
  }),
  kind: z.catch(z.enum(meetingKinds), 'special'),
  title: z.string(),
  /** `YYYY-MM-DD`; absent if a quarterly meeting has none yet. */
  date: z.optional(z.string()),
  /** `HH:MM` in the foundation's zone; absent without an agenda of the portal. */
  time: z.optional(z.string()),
  endTime: z.optional(z.string()),
  location: z.optional(z.string()),
  description: z.optional(z.string()),
  stage: z.catch(z.enum(meetingStages), 'planned'),
  /** The agenda that the caller can open, written in the portal; members receive `published` only. */
  agenda: z.optional(z.catch(z.enum(['draft', 'published']), 'draft')),
  /** A Drive document or an embed is shown instead of it; only admins receive this. */
  agendaInDrive: z.optional(z.boolean()),
  /** Members don't see it yet; only admins receive it. */
  inPreparation: z.optional(z.boolean()),
})
export type ListedMeeting = z.infer<typeof listedMeeting>

const day = z.optional(
  z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Not a date, such as 2026-11-20')),
)

/** In the order of their days. A quarterly meeting without a date is on the first day of its quarter. */
export const listMeetings = endpoint({
  method: 'GET',
  path: '/api/all-meetings',
  callers: 'members',
  summary: 'The meetings of every body that the caller may see, the earliest first, at most 200.',
  query: z.object({
    /** The first day and the last one, both inclusive, in the foundation's zone. */
    from: day,
    to: day,
    body: z.optional(z.string().check(z.maxLength(100))),
    /** `next` of the page before. */
    after: z.optional(z.string().check(z.maxLength(200))),
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(meetingLimits.page)),
      meetingLimits.page,
    ),
  }),
  reply: z.object({ meetings: z.array(listedMeeting), next: z.optional(z.string()) }),
})

export const getMeeting = endpoint({
  method: 'GET',
  path: '/api/all-meetings/{meeting}',
  callers: 'members',
  summary: 'One meeting as the list has it; 404 if the caller may not see it.',
  params: z.object({ meeting: anyMeetingId }),
  reply: listedMeeting,
})
