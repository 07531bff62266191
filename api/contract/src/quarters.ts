import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { quarterParams } from '@portal/domain/quarter'

export const publicationState = z.enum(['preparation', 'published'])

/**
 * Whether members see a meeting. A quarter that nobody has prepared has no record, and is published; every other meeting
 * begins in preparation.
 */
export const publication = z.object({
  /** The meeting's id, if it isn't a quarterly one; year and quarter are those of its day then. */
  meeting: z.optional(z.string()),
  year: z.number(),
  quarter: z.number(),
  state: publicationState,
  /** When it was last published after a preparation, ISO 8601. */
  publishedAt: z.optional(z.string()),
  /** Absent without a record. */
  revision: z.optional(z.number()),
})
export type Publication = z.infer<typeof publication>

export const getPublication = endpoint({
  method: 'GET',
  path: '/api/meetings/{year}/{quarter}/publication',
  callers: 'admins',
  summary: 'Whether a quarter is in preparation or published.',
  params: quarterParams,
  ofMeetings: true,
  reply: publication,
})

export const setPublication = endpoint({
  method: 'PUT',
  path: '/api/meetings/{year}/{quarter}/publication',
  callers: 'admins',
  summary:
    'Publishes a quarter, or puts it back in preparation: members then see nothing of it, at any address.',
  params: quarterParams,
  ofMeetings: true,
  body: z.object({ state: publicationState }),
  reply: publication,
  revised: true,
  fresh: 'content',
})

/**
 * Set by screens in which a quarter is prepared. If the quarter has nothing yet, it starts in preparation: members see
 * it once it is published. Otherwise it has no effect.
 */
export const preparing = z.object({ preparing: z.optional(z.literal('true')) })
