import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const paper = z.object({
  /** The document's. */
  id: z.string(),
  name: z.string(),
  /** "3–5, 9"; absent for the whole paper. */
  pages: z.optional(z.string()),
})

/** A web page or a video in the place of a paper. */
const embed = z.object({
  /** The mapping's. */
  id: z.string(),
  name: z.string(),
  url: z.string(),
  type: z.optional(z.enum(['external', 'airtable', 'others'])),
})

/** A meeting as a guest or an assistant sees it: nothing but what they may read of it. */
export const ownMeeting = z.object({
  /** `2026-Q4`, or `2026-11-12-finance`. */
  id: z.string(),
  /** The body's name. */
  body: z.string(),
  title: z.string(),
  /** `YYYY-MM-DD`; times are `HH:MM` in the foundation's zone. */
  date: z.optional(z.string()),
  time: z.optional(z.string()),
  endTime: z.optional(z.string()),
  location: z.optional(z.string()),
  /** https, for a meeting to come. */
  joinUrl: z.optional(z.string()),
  cancelled: z.optional(z.boolean()),
  /** The last day of a guest's invitation. */
  until: z.optional(z.string()),
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      description: z.optional(z.string()),
      /** When it begins. */
      time: z.optional(z.string()),
      /** In minutes. */
      duration: z.number(),
      speaker: z.optional(z.string()),
      papers: z.array(paper),
      embeds: z.optional(z.array(embed)),
    }),
  ),
  /** Papers that no item of these names. */
  papers: z.array(paper),
  embeds: z.optional(z.array(embed)),
})
export type OwnMeeting = z.infer<typeof ownMeeting>

export const listOwnMeetings = endpoint({
  method: 'GET',
  path: '/api/own-meetings',
  callers: 'readers',
  summary:
    'The meetings of a guest or an assistant with the items and papers that they may read, those to come first; empty for members, who have the pages of meetings.',
  reply: z.object({ meetings: z.array(ownMeeting) }),
})
